import { isZero, type Money, toCents } from '~/platform/values/money'

/** Returns the state of a booking as it is shown: nobody paid what was credited in full. */
export function shownStage(booking: { stage: string; total: Money; credited: Money }): string {
  const { stage, total, credited } = booking
  const isCredited = stage === 'paid' && !isZero(total) && toCents(credited) >= toCents(total)
  return isCredited ? 'credited' : stage
}
