#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test.sh CLANK_CLI: the study of Song's three-bar under a real Slurm with two nodes on this machine, one of which is killed, and under a
# real mpirun; the tables must be those of one process, to the byte. Needs root.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
export CLANK_CLI=$1
model=$here/../../resources/examples/papers/song-2020-three-bar.clank
study=bounces
dir=$(mktemp -d)
export SLURM_CONF=$dir/slurm.conf

# What has the folder of this test on its command line is its own.
stop() {
  pkill -9 -f "$dir/array/part-" || true
  for pid in "$dir"/*.pid; do [[ -f $pid ]] && kill "$(<"$pid")" 2>/dev/null || true; done
  sleep 1
  rm -rf "$dir"
}
trap stop EXIT

start() {
  mkdir -p "$dir"/{state,spool/n1,spool/n2}
  cat >"$SLURM_CONF" <<CONF
ClusterName=one
SlurmctldHost=localhost
SlurmdTimeout=10
AuthType=auth/munge
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool/%n
SlurmctldPidFile=$dir/ctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
SlurmctldLogFile=$dir/ctld.log
SlurmdLogFile=$dir/slurmd-%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
ReturnToService=2
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17001 CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17002 CPUs=1 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
  if [[ ! -S /run/munge/munge.socket.2 ]]; then
    mkdir -p /run/munge && chown munge: /run/munge
    runuser -u munge -- munged
    cp /run/munge/munged.pid "$dir/munged.pid"
  fi
  slurmctld -c
  sleep 2
  slurmd -N n1
  slurmd -N n2
  sleep 3
  sinfo -N
}

# A larger study than the example has, so that there is a middle in which a node can die.
sed 's/"count": 10,/"count": 1000,/' "$model" >"$dir/model.clank"
"$CLANK_CLI" study "$dir/model.clank" $study --out "$dir/single" --quiet

start
cd "$dir"
job=$(sbatch --parsable --array=1-4 "$here/study.sbatch" "$dir/model.clank" $study "$dir/array")
sleep 3
echo "killing node n2 and what runs on it"
task=$(squeue --noheader --jobs="$job" --states=running --nodelist=n2 --format=%K)
[[ -n $task ]] || { echo "no task runs on n2: nothing can be lost" >&2; exit 1; }
kill -9 "$(<"$dir/slurmd-n2.pid")"
# The step that the node ran the task in is the parent of the task.
for pid in $(pgrep -f "$dir/array/part-$task "); do kill -9 "$(ps -o ppid= -p "$pid" | tr -d ' ')" "$pid" || true; done
rm -f "$dir/slurmd-n2.pid"
for ((i = 0; i < 300; ++i)); do
  [[ -z $(squeue --noheader --jobs="$job" 2>/dev/null) ]] && break
  sleep 1
done
grep -i requeue "$dir/ctld.log" || { echo "no task was queued again: nothing was lost, nothing is tested" >&2; exit 1; }
"$CLANK_CLI" study merge "$dir"/array/part-* --out "$dir/array/whole"
cmp "$dir/single/$study.csv" "$dir/array/whole/$study.csv"
echo "Slurm: the same table"

mpirun --allow-run-as-root --oversubscribe -n 3 "$here/study_rank.sh" "$dir/model.clank" $study "$dir/mpi"
"$CLANK_CLI" study merge "$dir"/mpi/part-* --out "$dir/mpi/whole"
cmp "$dir/single/$study.csv" "$dir/mpi/whole/$study.csv"
echo "Open MPI: the same table"
