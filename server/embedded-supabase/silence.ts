/** Signs of life in a row that may be missing. */
const MISSING = 60

/** Returns the interval between two signs of life of a thread that may be silent for this long. */
export const beatEvery = (silenceMs: number): number => silenceMs / MISSING

interface Watch {
  /** It has given a sign of life. */
  beat(): void
  end(): void
}

/**
 * Calls back when a thread has given no sign of life for so long. What is counted are the own looks at it, not the
 * clock: a machine that slept slept with both threads.
 */
export function watchSilence(silenceMs: number, gone: () => void): Watch {
  let missing = 0
  const looks = setInterval(() => {
    missing += 1
    if (missing < MISSING) return
    clearInterval(looks)
    gone()
  }, beatEvery(silenceMs))
  return {
    beat() {
      missing = 0
    },
    end: () => clearInterval(looks),
  }
}
