/** @typedef {{ passed: number, failed: number, skipped: number, names?: string[], retried?: string[] }} Count names: of the failed tests; retried: of those that passed at a second try */

/**
 * One step of a run.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {number} weight Cores that it keeps busy.
 * @property {readonly string[]} after Steps that end before it begins, whatever came of them.
 * @property {() => Promise<Count>} run
 */

/**
 * Runs steps side by side, as many as the cores allow: in their order, but one that has to wait lets those after it
 * go ahead.
 *
 * @param {readonly Step[]} steps
 * @param {number} cores
 * @param {(step: Step) => Promise<void>} work runs one and never throws
 */
export async function runSteps(steps, cores, work) {
  const waiting = [...steps]
  /** @type {Map<Step, Promise<Step>>} */
  const running = new Map()
  const busy = () => [...running.keys()].reduce((sum, { weight }) => sum + weight, 0)
  const open = () => new Set([...waiting, ...running.keys()].map(({ name }) => name))
  for (;;) {
    const unfinished = open()
    const next = waiting.find(
      ({ weight, after }) =>
        !after.some((name) => unfinished.has(name)) &&
        (running.size === 0 || busy() + weight <= cores),
    )
    if (next) {
      waiting.splice(waiting.indexOf(next), 1)
      running.set(
        next,
        work(next).then(() => next),
      )
    } else if (running.size > 0) running.delete(await Promise.race(running.values()))
    else return
  }
}
