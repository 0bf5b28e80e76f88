/** A row of the table: a figure, what it is held against, and whether it reaches what it should. */
export interface Line {
  work: string
  /** As people read it: "41 ms". */
  figure: string
  /** The same work without what is measured, on the same machine in the same run. */
  limit?: string
  /** Figure ÷ limit. */
  ratio?: number
  target?: string
  /** Undefined: told, not judged. */
  met?: boolean
  note?: string
}

/** Milliseconds of each run of `work`, one after the other; the first run warms up and does not count. */
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

/** The value that so much of a hundred of the sorted values are not above. */
function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 50)
export const p95 = (values: readonly number[]): number => percentile(values, 95)

/** Milliseconds as text, with three digits that matter. */
export function ms(value: number): string {
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`
  if (value >= 1000) return `${(value / 1000).toFixed(2)} s`
  return `${value >= 10 ? Math.round(value) : value.toFixed(1)} ms`
}

export const MIB = 1024 * 1024
export const mib = (bytes: number): string => `${Math.round(bytes / MIB)} MB`
export const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
