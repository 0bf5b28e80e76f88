import {
  action,
  addUp,
  blank,
  centsOf,
  closedDay,
  future,
  later,
  type ModelAction,
  openDay,
  pesos,
  postingDay,
  type Reason,
  reasonsOn,
  touch,
} from '../action.ts'
import type { BooksCompany, BooksReceipt, CashMove } from '../books.ts'
import { bankBalance, handOver, lastMoved, moveCash, putIntoBank, shortOfCash } from '../money.ts'
import { amounts } from './cheques.ts'
import { type OfReceipt, receiptReasonsOf, seenReceipt } from './receipts.ts'

interface StatementBalance {
  bank_id: string
  on_date: string | null
  balance: string
  adjust: boolean
  remarks: string | null
}
/** Balances that are no amount of money. */
const WRONG = ['', '1.005']

/** Returns what a statement balance adds to the books: it opens its account, or adjusts it. */
function postedBy(company: BooksCompany, { bank_id, on_date, balance, adjust }: StatementBalance) {
  const on = on_date ?? company.today
  const first = company.memory.statements.find(({ bank }) => bank === bank_id)
  const posts = adjust || (first?.on ?? on) === on
  return posts ? centsOf(balance) - bankBalance(company, bank_id, on) : 0
}

interface NewRemittance {
  p_remittance: {
    collector_id: string
    drr_no: string
    remitted_on: string | null
    collection_ids: string[]
    denominations: { value: string; count: string }[]
    variance_reason: string | null
  }
}

const held = ({ collector, remittance, status, state }: BooksReceipt) =>
  collector !== null && remittance === null && status !== 'cancelled' && state !== 'replaced'
const counted = ({ p_remittance: { denominations } }: NewRemittance) =>
  addUp(denominations.map(({ value, count }) => centsOf(value) * Number(count)))

/** The cash of a remittance, from the collector to the office as it was counted. */
function handedIn(company: BooksCompany, args: NewRemittance): CashMove[] {
  const { collector_id, collection_ids, remitted_on } = args.p_remittance
  const on = remitted_on ?? company.today
  const receipts = collection_ids.map((id) => company.books.receipts[id]!)
  const over = counted(args) - amounts(receipts, 'cash')
  return [
    ...handOver(company, collection_ids, collector_id, null, on),
    { holder: null, on, amount: over, approved: over },
  ]
}

const receiptsOn = ({ books }: BooksCompany, id: string) =>
  Object.keys(books.receipts).filter((key) => books.receipts[key]!.remittance === id)

/** The cash of a cancelled remittance, from the office back to the collector. */
function handedBack(company: BooksCompany, id: string, on: string): CashMove[] {
  const { counted, expected, collector } = company.books.remittances[id]!
  const over = counted - expected
  return [
    { holder: null, on, amount: -over, approved: -over },
    ...handOver(company, receiptsOn(company, id), null, collector, on),
  ]
}

/** Approved cash of a remittance goes back to the collector: it must not be deposited. */
function takesBanked(company: BooksCompany, id: string, on: string): boolean {
  const moves = handedBack(company, id, on)
  return shortOfCash(
    company,
    moves,
    moves.some(({ holder, approved }) => holder === null && approved < 0),
  )
}

export const treasuryActions: Record<string, ModelAction> = {
  receive_remittance: action<NewRemittance>({
    needs: 'treasury.write',
    often: 6,
    choose(company, dice) {
      const id = dice.doc(company.books.receipts, held)
      const collector_id = id && company.books.receipts[id]!.collector
      if (!collector_id) return null
      const all = Object.entries(company.books.receipts)
      const theirs = all.filter(
        ([, receipt]) => held(receipt) && receipt.collector === collector_id,
      )
      const chosen = theirs.filter(([key]) => key === id || dice.chance(0.7))
      const cash = amounts(
        chosen.map(([, receipt]) => receipt),
        'cash',
      )
      const short = dice.chance(0.25) ? 1_00 : 0
      const value = Math.max(cash - short, 0)
      const used = Object.values(company.books.remittances).map(({ no }) => no)
      return {
        p_remittance: {
          collector_id,
          drr_no: used.length > 0 && dice.chance(0.15) ? dice.one(used) : dice.no('DRR'),
          remitted_on: dice.chance(0.8) ? null : dice.day(company),
          collection_ids: chosen.map(([key]) => key),
          denominations: value > 0 ? [{ value: pesos(value), count: '1' }] : [],
          variance_reason: dice.chance(0.7) ? 'Random' : null,
        },
      }
    },
    judge(company, args, by) {
      const wanted = args.p_remittance
      const found = wanted.collection_ids.flatMap((id) => company.books.receipts[id] ?? [])
      const theirs = found.filter(({ collector }) => collector === wanted.collector_id)
      const day = wanted.remitted_on ?? company.today
      const used = Object.values(company.books.remittances).some(
        ({ no, status }) => no === wanted.drr_no && status === 'received',
      )
      return [
        wanted.collector_id === by && 'maker_checker',
        (wanted.collection_ids.length === 0 || theirs.length < wanted.collection_ids.length) &&
          'invalid',
        theirs.some((receipt) => !held(receipt)) && 'wrong_state',
        ...postingDay(company, wanted.remitted_on),
        theirs.some(({ on }) => day < on) && 'invalid',
        counted(args) !== amounts(theirs, 'cash') && blank(wanted.variance_reason) && 'invalid',
        used && 'duplicate',
        theirs.length === wanted.collection_ids.length &&
          shortOfCash(company, handedIn(company, args), false) &&
          'cash_exceeded',
      ]
    },
    done(company, args, { id }) {
      const { collector_id: collector, drr_no: no, collection_ids, remitted_on } = args.p_remittance
      const on = remitted_on ?? company.today
      const receipts = collection_ids.map((key) => company.books.receipts[key]!)
      company.books.remittances[id!] = {
        ...{ no, collector, on, status: 'received', counted: counted(args) },
        expected: amounts(receipts, 'cash'),
        cheques: amounts(receipts, 'cheque'),
        others: amounts(receipts, 'bank_transfer', 'withholding'),
      }
      moveCash(company, ...handedIn(company, args))
      for (const key of collection_ids)
        company.memory.handedOn[key] = later(company.memory.handedOn[key], on)!
      for (const receipt of receipts)
        Object.assign(receipt, { remittance: id, drr_no: no, drr_on: on })
      touch(company, ...collection_ids)
    },
  }),

  cancel_remittance: action<{
    p_remittance: string
    p_version: number
    p_reason: string
    p_date: string | null
  }>({
    needs: 'treasury.write',
    often: 2,
    choose(company, dice) {
      const id = dice.doc(company.books.remittances, ({ status }) => status === 'received')
      if (!id) return null
      const p_date = dice.chance(0.5) ? null : dice.day(company)
      return {
        ...{ p_remittance: id, p_version: dice.version(company, id), p_reason: dice.reason() },
        p_date,
      }
    },
    judge: (company, { p_remittance, p_version, p_reason, p_date }) =>
      reasonsOn(company, company.books.remittances, p_remittance, p_version, (remittance) => {
        const day = p_date ?? company.today
        const first = receiptsOn(company, p_remittance).map((id) => lastMoved(company, id))
        return [
          blank(p_reason) && 'invalid',
          remittance.status !== 'received' && 'wrong_state',
          ...postingDay(company, p_date),
          [remittance.on, ...first].some((on) => day < on) && 'invalid',
          takesBanked(company, p_remittance, day) && 'cash_exceeded',
        ]
      }),
    done(company, { p_remittance, p_date }) {
      const on = p_date ?? company.today
      const remittance = company.books.remittances[p_remittance]!
      moveCash(company, ...handedBack(company, p_remittance, on))
      for (const id of receiptsOn(company, p_remittance))
        company.memory.handedOn[id] = later(company.memory.handedOn[id], on)!
      remittance.status = 'cancelled'
      touch(company, p_remittance)
      for (const [id, receipt] of Object.entries(company.books.receipts))
        if (receipt.remittance === p_remittance) {
          Object.assign(receipt, { remittance: null, drr_no: null, drr_on: null })
          touch(company, id)
        }
    },
  }),

  reverse_cash_deposit: action<{ p_slip: string; p_reason: string }>({
    needs: 'treasury.write',
    often: 2,
    choose(company, dice) {
      const p_slip = dice.doc(company.books.slips, ({ cash }) => cash > 0)
      return p_slip ? { p_slip, p_reason: dice.reason() } : null
    },
    judge(company, { p_slip, p_reason }): Reason[] {
      const slip = company.books.slips[p_slip]
      if (!slip) return ['not_found']
      return [blank(p_reason) && 'invalid', slip.cash === 0 && 'wrong_state']
    },
    done(company, { p_slip }) {
      const slip = company.books.slips[p_slip]!
      const { bank, cash } = slip
      const on = openDay(company, slip.on)
      moveCash(company, { holder: null, on, amount: cash, approved: cash })
      company.memory.bank.push({ bank, on, amount: -cash })
      slip.cash = 0
    },
  }),

  renumber_deposit_slip: action<{
    p_slip: string
    p_version: number
    p_slip_no: string
    p_reason: string
  }>({
    needs: 'treasury.write',
    often: 2,
    choose(company, dice) {
      const p_slip = dice.doc(company.books.slips)
      if (!p_slip) return null
      const used = Object.values(company.books.slips).map(({ no }) => no)
      const p_slip_no = dice.chance(0.3) ? dice.one([...used, '---']) : dice.no('S')
      return {
        p_slip,
        p_version: dice.version(company, p_slip),
        p_slip_no,
        p_reason: dice.reason(),
      }
    },
    judge: (company, { p_slip, p_version, p_slip_no, p_reason }) =>
      reasonsOn(company, company.books.slips, p_slip, p_version, ({ bank, no }) => [
        (blank(p_reason) || p_slip_no === '---' || p_slip_no === no) && 'invalid',
        Object.entries(company.books.slips).some(
          ([id, other]) => id !== p_slip && other.bank === bank && other.no === p_slip_no,
        ) && 'duplicate',
      ]),
    done(company, { p_slip, p_slip_no }) {
      company.books.slips[p_slip]!.no = p_slip_no
      touch(company, p_slip)
    },
  }),

  set_collection_bank: action<OfReceipt<{ p_bank: string | null }>>({
    needs: 'treasury.write',
    often: 2,
    choose(company, dice) {
      const receipt = seenReceipt(company, dice, ({ type }) => type === 'bank_transfer')
      return receipt && { ...receipt, p_bank: dice.chance(0.9) ? dice.one(company.banks) : null }
    },
    judge: (company, args) =>
      receiptReasonsOf(company, args, ({ type, status }) => [
        (type !== 'bank_transfer' || status === 'cancelled') && 'wrong_state',
        args.p_bank === null && 'invalid',
      ]),
    done(company, { p_collection: id, p_bank }) {
      const receipt = company.books.receipts[id]!
      if (receipt.status === 'approved' && receipt.bank !== p_bank) {
        // It was in the other account since it came, or since the books were closed.
        const last = later(company.memory.transferredOn[id], receipt.paid_back_on)!
        const on = openDay(company, last)
        putIntoBank(company, id, receipt.bank!, on, -receipt.amount)
        putIntoBank(company, id, p_bank!, on, receipt.amount)
      }
      receipt.bank = p_bank
      touch(company, id)
    },
  }),

  record_bank_balance: action<{ p_balance: StatementBalance }>({
    needs: 'treasury.write',
    often: 1,
    choose: (company, dice) => ({
      p_balance: {
        bank_id: dice.chance(0.9) ? dice.one(company.banks) : company.id,
        on_date: dice.day(company),
        balance: dice.one(['', '1.005', '-20.00', '100.00', '250.50']),
        adjust: dice.chance(0.4),
        remarks: dice.one([null, 'Interest']),
      },
    }),
    judge: (company, { p_balance }) => [
      future(company, p_balance.on_date),
      WRONG.includes(p_balance.balance) && 'invalid',
      p_balance.adjust && blank(p_balance.remarks) && 'invalid',
      !company.banks.includes(p_balance.bank_id) && 'not_found',
      !WRONG.includes(p_balance.balance) &&
        postedBy(company, p_balance) !== 0 &&
        closedDay(company, p_balance.on_date),
    ],
    done(company, { p_balance }) {
      const { bank_id: bank, balance } = p_balance
      const on = p_balance.on_date ?? company.today
      const amount = postedBy(company, p_balance)
      company.memory.bank.push({ bank, on, amount })
      const told = (company.books.balances[bank]?.told ?? 0) + 1
      company.books.balances[bank] = { told, last: centsOf(balance) }
      company.memory.statements.push({ bank, on })
    },
  }),
}
