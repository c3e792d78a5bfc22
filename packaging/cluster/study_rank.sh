#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A study under Open MPI, one part a rank:
#   mpirun -n 16 study_rank.sh FILE STUDY FOLDER
#   clank-cli study merge FOLDER/part-* --out FOLDER/whole         when all are done
# The same line again goes on with what is missing.
set -euo pipefail
file=$1 study=$2 folder=$3
part=$((OMPI_COMM_WORLD_RANK + 1))
exec "${CLANK_CLI:-clank-cli}" study "$file" "$study" --shard "$part/$OMPI_COMM_WORLD_SIZE" --jobs "${CLANK_JOBS:-1}" \
  --out "$folder/part-$part" --resume --yes --quiet
