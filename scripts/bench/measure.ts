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
