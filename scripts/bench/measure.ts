/** Holds a row of the table: a figure, its limit, its target, and whether the target is met. */
export interface Line {
  work: string
  /** Holds the figure as text: "41 ms". */
  figure: string
  /** Holds the figure of the same work without what is measured, on the same machine in the same run. */
  limit?: string
  /** Is figure ÷ limit. */
  ratio?: number
  target?: string
  /** Is undefined for a figure without a target. */
  met?: boolean
  note?: string
}

/** So many requests of a page come before those that are measured: a server in service has compiled its code. */
export const WARM_UP = 50

/** Measures each run of `work` in milliseconds, one after the other; the first run warms up and does not count. */
export async function sample(
  times: number,
  work: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n <= times; n++) {
    const began = performance.now()
    await work(n)
    if (n > 0) taken.push(performance.now() - began)
  }
  return taken
}

/** Returns how many runs a second this many clients complete, without pauses, in a span of milliseconds. */
export async function aSecond(
  clients: number,
  spanMs: number,
  work: (n: number) => Promise<unknown>,
): Promise<number> {
  const began = performance.now()
  let [begun, done] = [0, 0]
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - began < spanMs) {
        await work(begun++)
        done++
      }
    }),
  )
  return (done * 1000) / (performance.now() - began)
}

/** Waits until the memory is low enough and returns it, else its value at the time limit. */
export async function settled(
  memory: () => number,
  enough: number,
  timeoutMs: number,
): Promise<number> {
  const until = Date.now() + timeoutMs
  while (memory() > enough && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 500))
  return memory()
}

/** Returns a percentile of sorted values. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)
export const p95 = (values: readonly number[]): number => percentile(values, 95)

/** Formats milliseconds with three significant digits. */
export function ms(value: number): string {
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`
  if (value >= 1000) return `${(value / 1000).toFixed(2)} s`
  return `${value >= 10 ? Math.round(value) : value.toFixed(1)} ms`
}

export const MIB = 1024 * 1024
export const mib = (bytes: number): string => `${Math.round(bytes / MIB)} MB`
export const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
