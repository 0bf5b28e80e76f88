import {
  action,
  addUp,
  blank,
  centsOf,
  type Dice,
  later,
  type ModelAction,
  modelScopeOf,
  openDay,
  pesos,
  postingDay,
  type Reason,
  reasonsOn,
  touch,
} from '../action.ts'
import type { BooksCompany, BooksReceipt, CashMove } from '../books.ts'
import { applyTo, balance, payableBookings, settle, unappliedOf } from '../figures.ts'
import { bankBalance, lastMoved, moveCash, putIntoBank, shortOfCash } from '../money.ts'
import { activeAgent } from './customers.ts'

export interface TypedPart {
  booking_id: string
  amount: string
}
export interface TypedReceipt {
  collection_type: string
  amount: string
  cr_no: string
  date_collected: string | null
  collector_id?: string | null
  bank_id?: string | null
  cheque_bank?: string
  cheque_no?: string
  cheque_date?: string
  allocate?: string
  allocations?: TypedPart[]
}
export type OfReceipt<More = unknown> = { p_collection: string; p_version: number } & More

/** Somebody collects for the project: an active Agent or Collector. */
const collects = (company: BooksCompany, id: string) =>
  company.books.people[id]?.role === 'Collector'
    ? company.books.people[id].status === 'active'
    : activeAgent(company, id)

/** Money of some kind, as it is typed. */
export function typed(company: BooksCompany, dice: Dice, types: string[]): TypedReceipt {
  const collection_type = dice.one(types)
  const before = Object.values(company.books.receipts).map(({ cr_no }) => cr_no)
  const cr_no = before.length > 0 && dice.chance(0.03) ? dice.one(before) : dice.no('CR')
  return {
    ...{ collection_type, cr_no, amount: pesos(dice.chance(0.02) ? 0 : 10_00 * dice.upTo(15)) },
    date_collected: dice.chance(0.6) ? null : dice.day(company),
    ...(collection_type === 'cheque' && {
      cheque_bank: 'Any',
      cheque_no: dice.no('C'),
      cheque_date: dice.chance(0.8) ? company.today : '2999-01-01',
    }),
    ...(collection_type === 'bank_transfer' && {
      bank_id: dice.chance(0.8) ? dice.one(company.banks) : null,
    }),
  }
}

/** Parts of an amount for some bookings of a customer, seldom more than they take. */
export function parts(
  company: BooksCompany,
  dice: Dice,
  customer: string,
  amount: number,
): TypedPart[] {
  const open = Object.keys(company.books.bookings).filter(
    (id) => company.books.bookings[id]!.customer === customer && payableBookings(company, id),
  )
  const chosen = open.filter(() => dice.chance(0.6)).slice(0, 3)
  let rest = amount
  return chosen.flatMap((booking_id) => {
    const most = Math.min(rest, balance(company, booking_id)) + (dice.chance(0.04) ? 1 : 0)
    const part = dice.chance(0.6) ? most : dice.nat(most)
    rest -= part
    return part > 0 ? [{ booking_id, amount: pesos(part) }] : []
  })
}

/** Returns the refusals of these allocations out of this amount. */
function partReasons(
  company: BooksCompany,
  customer: string,
  amount: number,
  given: readonly TypedPart[],
): Reason[] {
  const found = given.filter(({ booking_id }) => company.books.bookings[booking_id])
  const own = found.filter((p) => company.books.bookings[p.booking_id]!.customer === customer)
  return [
    own.length < given.length && 'invalid',
    own.some(({ booking_id }) => !payableBookings(company, booking_id)) && 'wrong_state',
    own.some((p) => centsOf(p.amount) > balance(company, p.booking_id)) && 'over_allocated',
    addUp(given.map((part) => centsOf(part.amount))) > amount && 'over_allocated',
  ]
}

/** Returns the refusals of a typed receipt, whoever records it. */
export function receiptReasons(
  company: BooksCompany,
  customer: string,
  wanted: TypedReceipt,
): Reason[] {
  const receipts = Object.values(company.books.receipts)
  return [
    wanted.amount === '0.00' && 'invalid',
    ...postingDay(company, wanted.date_collected),
    receipts.some(({ cr_no }) => cr_no === wanted.cr_no) && 'duplicate',
    wanted.cr_no.startsWith('ARCHIVE-') && 'invalid',
    ...partReasons(company, customer, centsOf(wanted.amount), wanted.allocations ?? []),
  ]
}

/** Enters a receipt as pending; answers its id. */
export function enterReceipt(
  company: BooksCompany,
  id: string,
  customer: string,
  wanted: TypedReceipt,
  collector: string | null,
  by: string,
): void {
  company.memory.createdBy[id] = by
  const on = wanted.date_collected ?? company.today
  company.books.receipts[id] = {
    ...{ cr_no: wanted.cr_no, customer, agent: company.books.customers[customer]!.agent },
    ...{ collector, type: wanted.collection_type, amount: centsOf(wanted.amount), on },
    ...{ status: 'pending', archive: false, cleared_on: null, pays: {} },
    cheque: wanted.cheque_no ?? null,
    cheque_on: wanted.cheque_date ?? null,
    state: wanted.collection_type === 'cheque' ? 'on_hand' : null,
    ...{ bank: wanted.bank_id ?? null, drr_no: null, drr_on: null, remittance: null },
    paid_back_on: null,
  }
  const { type, amount } = company.books.receipts[id]
  if (type === 'cash') moveCash(company, { holder: collector, on, amount, approved: 0 })
  company.memory.movedOn[id] = on
  const given =
    wanted.allocate === 'oldest' ? oldest(company, customer, wanted) : wanted.allocations
  for (const { booking_id, amount } of given ?? [])
    applyTo(company, id, booking_id, centsOf(amount), on)
}

/** Oldest bookings first; what pending receipts bring counts as paid. */
function oldest(company: BooksCompany, customer: string, wanted: TypedReceipt): TypedPart[] {
  const pending = Object.values(company.books.receipts).filter(({ status }) => status === 'pending')
  const day = (id: string) =>
    company.books.bookings[id]!.invoiced ?? company.books.bookings[id]!.added
  const open = Object.keys(company.books.bookings)
    .filter((id) => {
      const { customer: whose, approval } = company.books.bookings[id]!
      return whose === customer && approval.startsWith('approved')
    })
    .map((id) => {
      const waits = addUp(pending.map(({ pays }) => pays[id] ?? 0))
      return { id, day: day(id), open: balance(company, id) - waits }
    })
    .filter((each) => each.open > 0)
    .sort((a, b) => {
      const no = (id: string) => company.books.bookings[id]!.so_no
      return a.day.localeCompare(b.day) || no(a.id).localeCompare(no(b.id))
    })
  let rest = centsOf(wanted.amount)
  return open.flatMap(({ id, open: most }) => {
    const part = Math.min(rest, most)
    rest -= part
    return part > 0 ? [{ booking_id: id, amount: pesos(part) }] : []
  })
}

/** Who has the money of a receipt: a collector until it is handed in, or the office. */
const holderOf = ({ collector, remittance }: BooksReceipt) => (remittance ? null : collector)

/** Approves a pending receipt: it counts from now on. */
function approve(company: BooksCompany, id: string): void {
  const receipt = company.books.receipts[id]!
  receipt.status = 'approved'
  const on = openDay(company, receipt.on)
  company.memory.countsFrom[id] = on
  company.memory.movedOn[id] = later(company.memory.movedOn[id], on)!
  if (receipt.type === 'bank_transfer') putIntoBank(company, id, receipt.bank!, on, receipt.amount)
  if (receipt.type === 'cash') {
    const { collector, amount } = receipt
    const at = (holder: string | null, day: string, approved: number) =>
      moveCash(company, { holder, on: day, amount: 0, approved })
    at(collector, on, amount)
    // Money handed in before its approval was with the collector until then.
    if (receipt.remittance) {
      const handed = openDay(company, company.books.remittances[receipt.remittance]!.on)
      at(collector, handed, -amount)
      at(null, handed, amount)
    }
  }
  company.memory.approvedAt[id] = ++company.memory.approvals
  settleAll(company, id)
  company.memory.hasEvents[receipt.customer] = true
}

/** Settles every booking that a receipt ever paid or was to pay. */
export function settleAll(company: BooksCompany, id: string): void {
  for (const booking of Object.keys(company.memory.ever[id] ?? {}).sort()) {
    settle(company, booking)
    touch(company, booking)
  }
}

/** A receipt that fits, and the version that somebody saw of it. */
export function seenReceipt(
  company: BooksCompany,
  dice: Dice,
  fits: (receipt: BooksReceipt) => boolean,
) {
  const id = dice.doc(company.books.receipts, fits)
  return id ? { p_collection: id, p_version: dice.version(company, id) } : null
}
export const receiptReasonsOf = (
  company: BooksCompany,
  { p_collection, p_version }: OfReceipt,
  more: (receipt: BooksReceipt) => Reason[],
): Reason[] => reasonsOn(company, company.books.receipts, p_collection, p_version, more)

/** Returns true when this person recorded or collected a receipt that a second person decides. */
export const handled = (company: BooksCompany, id: string, collector: string | null, by: string) =>
  company.books.project.receipts_by_other && [company.memory.createdBy[id], collector].includes(by)

/** Takes the cash of a receipt out of where it is, on a day. */
const cashBack = (receipt: BooksReceipt, on: string): CashMove[] =>
  receipt.type === 'cash' && !receipt.archive
    ? [
        {
          ...{ holder: holderOf(receipt), on, amount: -receipt.amount },
          approved: receipt.status === 'approved' ? -receipt.amount : 0,
        },
      ]
    : []

/** Cash of a receipt that is deposited, or a transfer that its account would lack on that day or today. */
function banked(company: BooksCompany, id: string, day: string): boolean {
  const receipt = company.books.receipts[id]!
  const approved = receipt.status === 'approved'
  if (receipt.type === 'bank_transfer' && approved)
    return [day, company.today].some(
      (on) => bankBalance(company, receipt.bank!, on) < receipt.amount,
    )
  return shortOfCash(company, cashBack(receipt, day), approved)
}

export const receiptActions: Record<string, ModelAction> = {
  record_collection: action<{ p_collection: TypedReceipt & { customer_id: string } }>({
    needs: 'collections.record',
    often: 14,
    choose(company, dice, by) {
      const customer_id = dice.doc(company.books.customers)
      if (!customer_id) return null
      const own = modelScopeOf(company, by, 'collections.record') === 'own'
      const wanted = typed(company, dice, [
        'cash',
        'cash',
        'cheque',
        'cheque',
        'bank_transfer',
        'withholding',
      ])
      const collectors = Object.keys(company.books.people).filter((id) => collects(company, id))
      return {
        p_collection: {
          ...wanted,
          customer_id,
          date_collected: own && dice.chance(0.95) ? null : wanted.date_collected,
          ...(!own && dice.chance(0.3) && { collector_id: dice.one([...collectors, by]) }),
          ...(dice.chance(0.4)
            ? { allocate: 'oldest' }
            : { allocations: parts(company, dice, customer_id, centsOf(wanted.amount)) }),
        },
      }
    },
    judge(company, { p_collection: wanted }, by) {
      const own = modelScopeOf(company, by, 'collections.record') === 'own'
      const customer = company.books.customers[wanted.customer_id]
      if (!customer || customer.merged !== null) return ['invalid']
      const theirs = customer.agent === by || modelScopeOf(company, by, 'customers.read') === 'all'
      const named = wanted.collector_id ?? null
      return [
        own && !theirs && 'invalid',
        own && (wanted.date_collected ?? company.today) !== company.today && 'not_allowed',
        !own && named !== null && !collects(company, named) && 'invalid',
        // The company has several accounts; field people, who see none, leave the account to
        // finance.
        wanted.collection_type === 'bank_transfer' && !wanted.bank_id && !own && 'invalid',
        ...receiptReasons(company, wanted.customer_id, wanted),
      ]
    },
    done(company, { p_collection: wanted }, { id }, by) {
      const own = modelScopeOf(company, by, 'collections.record') === 'own'
      enterReceipt(
        company,
        id!,
        wanted.customer_id,
        wanted,
        own ? by : (wanted.collector_id ?? null),
        by,
      )
    },
  }),

  approve_collection: action<OfReceipt>({
    needs: 'collections.decide',
    often: 14,
    choose: (company, dice) => seenReceipt(company, dice, ({ status }) => status === 'pending'),
    judge: (company, args, by) =>
      receiptReasonsOf(company, args, ({ status, type, bank, collector }) => [
        status !== 'pending' && 'wrong_state',
        handled(company, args.p_collection, collector, by) && 'maker_checker',
        type === 'bank_transfer' && bank === null && 'account_unknown',
      ]),
    done(company, { p_collection }) {
      touch(company, p_collection)
      approve(company, p_collection)
    },
  }),

  cancel_collection: action<OfReceipt<{ p_reason: string; p_date: string | null }>>({
    needs: 'collections.decide',
    often: 4,
    choose(company, dice) {
      const receipt = seenReceipt(company, dice, ({ status }) => status !== 'cancelled')
      const p_date = dice.chance(0.7) ? null : dice.day(company)
      return receipt && { ...receipt, p_reason: dice.reason(), p_date }
    },
    judge: (company, args, by) =>
      receiptReasonsOf(company, args, ({ status, remittance, state, collector, paid_back_on }) => [
        status === 'approved' &&
          handled(company, args.p_collection, collector, by) &&
          'maker_checker',
        blank(args.p_reason) && 'invalid',
        status === 'cancelled' && 'wrong_state',
        remittance !== null && 'remitted',
        ((state !== null && state !== 'on_hand') || paid_back_on !== null) && 'wrong_state',
        ...postingDay(company, args.p_date),
        (args.p_date ?? company.today) < lastMoved(company, args.p_collection) && 'invalid',
        banked(company, args.p_collection, args.p_date ?? company.today) && 'cash_exceeded',
      ]),
    done(company, { p_collection, p_date }) {
      const receipt = company.books.receipts[p_collection]!
      const on = p_date ?? company.today
      moveCash(company, ...cashBack(receipt, on))
      // The account had the transfer until that day.
      if (receipt.status === 'approved' && receipt.type === 'bank_transfer')
        putIntoBank(company, p_collection, receipt.bank!, on, -receipt.amount)
      receipt.status = 'cancelled'
      company.memory.movedOn[p_collection] = on
      touch(company, p_collection)
      settleAll(company, p_collection)
      company.memory.hasEvents[receipt.customer] = true
    },
  }),

  allocate_credit: action<
    OfReceipt<{ p_allocations: { allocations: TypedPart[]; date: string | null } }>
  >({
    needs: 'collections.decide',
    often: 7,
    choose(company, dice) {
      const free = (receipt: BooksReceipt) =>
        receipt.status === 'approved' && unappliedOf(receipt) > 0
      const receipt = seenReceipt(company, dice, free)
      if (!receipt) return null
      const found = company.books.receipts[receipt.p_collection]!
      const allocations = parts(company, dice, found.customer, Math.max(unappliedOf(found), 1))
      if (allocations.length === 0 && dice.chance(0.9)) return null
      const date = dice.chance(0.7) ? null : dice.day(company)
      return { ...receipt, p_allocations: { allocations, date } }
    },
    judge: (company, args) =>
      receiptReasonsOf(company, args, (receipt) => {
        const { allocations, date } = args.p_allocations
        return [
          receipt.status !== 'approved' && 'wrong_state',
          ...postingDay(company, date),
          (date ?? company.today) < lastMoved(company, args.p_collection) && 'invalid',
          allocations.length === 0 && 'invalid',
          ...partReasons(company, receipt.customer, unappliedOf(receipt), allocations),
        ]
      }),
    done(company, { p_collection, p_allocations }) {
      touch(company, p_collection)
      for (const { booking_id, amount } of p_allocations.allocations) {
        const day = p_allocations.date ?? company.today
        applyTo(company, p_collection, booking_id, centsOf(amount), day)
        settle(company, booking_id)
        touch(company, booking_id)
      }
    },
  }),
}
