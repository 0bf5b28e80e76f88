import { addUp } from './action.ts'
import { half } from './prices.ts'

/** Shares an amount out over lines by what is left of each: the places of the lines that get something, and how much. */
export function shared(amount: number, lefts: readonly number[]) {
  const found: { no: number; amount: number }[] = []
  let [rest, left] = [amount, addUp(lefts.filter((each) => each > 0))]
  for (const [no, each] of lefts.entries()) {
    if (each <= 0) continue
    const share = half(rest * each, left)
    left -= each
    rest -= share
    if (share !== 0) found.push({ no, amount: share })
  }
  return found
}
