// SPDX-License-Identifier: GPL-3.0-or-later
// Which frequencies a signal is made of.
#pragma once

#include <span>
#include <vector>

namespace clank {

enum class SpectrumWindow { rectangular, hann, flatTop };

struct Spectrum {
  std::vector<double> frequency;  // Hz, from 0 to half the sampling rate
  std::vector<double>
      amplitude;  // of a sine of that frequency, in the unit of the signal; its mean is taken off
};

// One-sided amplitudes of a signal. t: s, rising; values of the same length. Samples at one moment (the two
// sides of an event) count as the later one, and where steps differ the signal is read between samples, on as
// many even steps as the most usual step asks for. With w the window over N samples of step h, and X the
// discrete Fourier transform of w (x - mean), padded with zeros to M >= N:
//   f_k = k/(M h),  A_k = 2 |X_k| / sum(w).
// Empty for fewer than four samples. Windows: F. J. Harris (1978); flat top: ISO 18431-2.
Spectrum calcSpectrum(std::span<const double> t, std::span<const double> values, SpectrumWindow window);

}  // namespace clank
