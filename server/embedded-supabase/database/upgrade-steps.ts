const EVERY_MS = 10_000

/**
 * Tells the steps of an upgrade, and of one that takes long again and again for how long it has been running: who waits for
 * a start must see that it goes on. The thread that upgrades cannot, as it is busy.
 */
export function tellSteps(tell: (line: string) => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    begin(step: string): void {
      clearInterval(timer)
      tell(`Upgrade: ${step}.`)
      let ms = 0
      timer = setInterval(() => {
        ms += EVERY_MS
        tell(`Upgrade: ${step}, ${ms / 1000} seconds so far.`)
      }, EVERY_MS)
    },
    end: () => clearInterval(timer),
  }
}
