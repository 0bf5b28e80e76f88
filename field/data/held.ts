import type { CopyReceipt } from '~/platform/field/copy'
import { type Money, money } from '~/platform/values/money'
import { stands } from './acts'
import type { PersonDatabase } from './copy'
import type { Act, ActOf } from './written'

/** A receipt whose money is with this person. */
export interface Held {
  /** The id of the receipt, or the key of its act while the phone does not know it. */
  id: string
  no: string
  customer: string
  parts: { type: CopyReceipt['type']; amount: Money; cheque?: string }[]
  /** The office has refused the receipt: it is corrected before it is handed in. */
  refused: boolean
}

/** Returns what is still with this person, from the copy and from what was written since it came, oldest first. */
export async function heldReceipts(db: PersonDatabase): Promise<Held[]> {
  const [rows, acts, asOf] = await Promise.all([
    db.receipts.toArray(),
    db.acts.orderBy('no').toArray(),
    db.fact('asOf'),
  ])
  // The copy has all that the office accepted before it was refreshed.
  const isNew = ({ state, answeredAt }: Act) =>
    state !== 'accepted' || !asOf || (answeredAt ?? '') > new Date(asOf).toISOString()
  const handedIn = new Set(
    acts.flatMap((act) =>
      act.kind === 'remittance' && stands(act) && isNew(act) ? act.facts.collection_ids : [],
    ),
  )
  const received = acts.filter(
    (act): act is ActOf<'receipt'> => act.kind === 'receipt' && act.withdraw === undefined,
  )
  const keyOf = new Map(received.map(({ key, answer }) => [answer?.id, key]))
  const held = new Map<string, Held>()
  for (const row of rows.sort((a, b) => `${a.on}${a.id}`.localeCompare(`${b.on}${b.id}`))) {
    const known = held.get(row.receipt) ?? { ...ofCopy(row), parts: [] }
    known.parts.push({
      ...{ type: row.type, amount: money(row.amount) },
      ...(row.cheque && { cheque: `${row.bank} ${row.cheque}` }),
    })
    held.set(row.receipt, known)
  }
  for (const act of received)
    if (isNew(act) && !(act.answer && held.has(act.answer.id))) held.set(act.key, ofAct(act))
  return [...held.values()].filter(
    ({ id }) => !handedIn.has(id) && !handedIn.has(keyOf.get(id) ?? ''),
  )
}

const ofCopy = ({ receipt, no, customer }: CopyReceipt) => ({
  ...{ id: receipt, no, customer },
  refused: false,
})

const ofAct = ({ key, answer, facts, state }: ActOf<'receipt'>): Held => ({
  id: answer?.id ?? key,
  no: facts.cr_no,
  customer: facts.customer_id,
  parts: facts.parts.map((part) => ({
    ...{ type: part.collection_type, amount: money(part.amount) },
    ...(part.cheque_no && { cheque: `${part.cheque_bank} ${part.cheque_no}` }),
  })),
  refused: state === 'refused',
})
