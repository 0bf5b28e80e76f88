import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { fromCents, money, toCents } from '../../app/platform/values/money.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { DEMO_ID } from './people.ts'
import type { DemoBooking } from './plan.ts'
import { takenInField } from './sales.ts'

/** Sets the days whose receipts the collector still has, and the days per remittance. */
const STILL_HELD = 2
const AT_A_TIME = 2

/** Lists notes and coins in centavos, largest first. */
const PIECES = [
  100_000n,
  50_000n,
  20_000n,
  10_000n,
  5_000n,
  2_000n,
  1_000n,
  500n,
  100n,
  25n,
  5n,
  1n,
]

/** Enters the collector's remittances, some days at a time, once with a cash shortage. The newest days are unremitted. */
export async function loadRemittances(
  finance: Db,
  collector_id: string,
  plan: readonly DemoBooking[],
): Promise<void> {
  const days = new Map<string, string[]>()
  for (const { no, paid } of plan)
    if (paid && takenInField(paid))
      days.set(paid.on, [...(days.get(paid.on) ?? []), `CR-${5200 + no}`])
  const known = new Map(
    rows(
      await finance
        .from('collections')
        .select('id, cr_no, amount, collection_type')
        .eq('project_id', DEMO_ID)
        .eq('collector_id', collector_id)
        .limit(500),
    ).map((receipt) => [receipt.cr_no, receipt]),
  )
  const handedIn = [...days.keys()].sort().slice(0, -STILL_HELD)
  for (let n = 0; n * AT_A_TIME < handedIn.length; n++) {
    const round = handedIn.slice(n * AT_A_TIME, (n + 1) * AT_A_TIME)
    const day = round.at(-1)!
    const receipts = round.flatMap((on) => days.get(on)!).map((cr) => known.get(cr)!)
    const cash = receipts
      .filter(({ collection_type }) => collection_type === 'cash')
      .reduce((sum, { amount }) => sum + toCents(money(amount)), 0n)
    const short = n === 0 && cash > 2_000n
    await sendCommand(finance, 'receive_remittance', DEMO_ID, `remittance ${day}`, {
      p_remittance: {
        collector_id,
        drr_no: String(1204 + n),
        remitted_on: day,
        collection_ids: receipts.map(({ id }) => id),
        denominations: brokenDown(short ? cash - 2_000n : cash),
        variance_reason: short ? 'Parking fee paid from the cash, receipt to follow' : null,
      },
    })
  }
}

/** Splits an amount into as few notes and coins as possible. */
export function brokenDown(cents: bigint): { value: string; count: number }[] {
  let left = cents
  return PIECES.flatMap((piece) => {
    const count = Number(left / piece)
    left %= piece
    return count > 0 ? [{ value: fromCents(piece), count }] : []
  })
}
