import { lineProducts } from '~/modules/inventory/purchases/products.server'
import { paths } from '~/paths'
import { inChunks } from '~/platform/db/chunks'
import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { money } from '~/platform/values/money'
import { actKindLabel } from '../labels'
import { type ReadFacts, readActFacts } from './facts'
import { type HandedIn, type Named, paidBy } from './said'

/** An act as it was written on a phone. */
export interface WrittenAct {
  key: string
  no: number
  kind: string
  facts: unknown
  /** The keys of acts whose documents the facts name by these keys. */
  dependsOn: readonly string[]
}

/** An act that others name by its key, with the document that it made where the office accepted it. */
interface Needed {
  no: number
  kind: string
  facts: ReadFacts | null
  documentId: string | null
}

export type NamesOfActs = Awaited<ReturnType<typeof readNames>>

/** Reads the names of what acts are about, as far as the reader may see it. `all`: also acts that they name by their keys. */
export async function readNames(db: Db, projectId: string, all: readonly WrittenAct[]) {
  const needed = await readNeeded(db, projectId, all)
  const said = [
    ...all.map(({ kind, facts }) => readActFacts(kind, facts)),
    ...[...needed.values()].map(({ facts }) => facts),
  ].flatMap((act) => act ?? [])
  const idOf = (key: string) => needed.get(key)?.documentId ?? key
  const ids = (of: (act: ReadFacts) => readonly string[]) => said.flatMap(of).map(idOf)
  const [products, customers, bookings, receipts] = await Promise.all([
    lineProducts(db, projectId, ids(productsOf)),
    readCustomers(db, projectId, ids(customersOf)),
    readBookings(db, projectId, ids(bookingsOf)),
    readReceipts(db, projectId, ids(receiptsOf)),
  ])
  const named = (key: string, known: ReadonlyMap<string, Named>): Named => {
    const act = needed.get(key)
    return known.get(idOf(key)) ?? { name: act ? nameOfAct(act) : 'Not found', to: null }
  }
  return {
    needed,
    customer: (key: string) => named(key, customers),
    booking: (key: string) => named(key, bookings),
    /** The parts of a receipt that the office has; null where it has none, or the reader does not see it. */
    receipt: (key: string) => receipts.get(idOf(key)) ?? null,
    goods(key: string, at: number) {
      const product = products.get(key)
      return {
        key: String(at),
        product: product ? `${product.materialCode} ${product.description}` : 'Not found',
        caseConfig: product?.caseConfig ?? 1,
        priceUnit: product?.priceUnit ?? ('piece' as const),
      }
    },
  }
}

const productsOf = (act: ReadFacts) =>
  act.kind === 'booking' || act.kind === 'return'
    ? act.facts.lines.map(({ product_id }) => product_id)
    : []
const customersOf = (act: ReadFacts) => ('customer_id' in act.facts ? [act.facts.customer_id] : [])
const bookingsOf = (act: ReadFacts) =>
  'booking_id' in act.facts
    ? [act.facts.booking_id]
    : act.kind === 'receipt'
      ? act.facts.allocations.map(({ booking_id }) => booking_id)
      : []
const receiptsOf = (act: ReadFacts) => (act.kind === 'remittance' ? act.facts.collection_ids : [])

/** Reads the acts that others name: out of the same file, or those that the office has. */
async function readNeeded(db: Db, projectId: string, all: readonly WrittenAct[]) {
  const keys = all.flatMap(({ dependsOn }) => dependsOn)
  const found = await inChunks(keys, async (some) =>
    rows(
      await db
        .from('field_acts')
        .select('id, device_no, kind, facts, document_id')
        .eq('project_id', projectId)
        .in('id', some),
    ),
  )
  const wanted = new Set(keys)
  const needed = new Map<string, Needed>()
  for (const { key, no, kind, facts } of all)
    if (wanted.has(key))
      needed.set(key, { no, kind, facts: readActFacts(kind, facts), documentId: null })
  for (const { id, device_no: no, kind, facts, document_id: documentId } of found)
    needed.set(id, { no, kind, facts: readActFacts(kind, facts), documentId })
  return needed
}

/** NamesOfActs a document that the office does not have by its act. */
function nameOfAct({ kind, no, facts }: Needed): string {
  const act = `${actKindLabel(kind)} no. ${no}, not accepted yet`
  return facts?.kind === 'customer' && facts.facts.name ? `${facts.facts.name} (${act})` : act
}

async function readCustomers(db: Db, projectId: string, ids: readonly string[]) {
  const found = await inChunks(ids, async (some) =>
    rows(await db.from('customers').select('id, name').eq('project_id', projectId).in('id', some)),
  )
  return new Map(found.map(({ id, name }) => [id, { name, to: paths.customers.customer(id) }]))
}

async function readBookings(db: Db, projectId: string, ids: readonly string[]) {
  const found = await inChunks(ids, async (some) =>
    rows(await db.from('bookings').select('id, so_no').eq('project_id', projectId).in('id', some)),
  )
  return new Map(found.map(({ id, so_no }) => [id, { name: so_no, to: paths.sales.booking(id) }]))
}

/** Reads whole receipts by the id of any part; a cheque that went back to its customer is not handed in. */
async function readReceipts(db: Db, projectId: string, ids: readonly string[]) {
  const asked = await inChunks(ids, async (some) =>
    rows(
      await db
        .from('collections')
        .select('id, receipt_id')
        .eq('project_id', projectId)
        .in('id', some),
    ),
  )
  const parts = await inChunks(
    asked.map(({ receipt_id }) => receipt_id),
    async (some) =>
      rows(
        await db
          .from('collections')
          .select(
            'id, receipt_id, cr_no, collection_type, amount, cheque_bank, cheque_no, cheque_date, reference_no, cheque_state, customers!inner(name)',
          )
          .eq('project_id', projectId)
          .in('receipt_id', some)
          .order('part_no'),
      ),
  )
  const whole = new Map<string, HandedIn[]>()
  for (const part of parts) {
    const others = whole.get(part.receipt_id) ?? []
    const said = {
      key: part.id,
      crNo: { name: part.cr_no, to: paths.treasury.collection(part.id) },
      customer: part.customers.name,
      type: part.collection_type,
      by: paidBy(part),
      amount: money(part.amount),
    }
    if (part.cheque_state !== 'replaced') whole.set(part.receipt_id, [...others, said])
  }
  return new Map(asked.map(({ id, receipt_id }) => [id, whole.get(receipt_id) ?? []]))
}
