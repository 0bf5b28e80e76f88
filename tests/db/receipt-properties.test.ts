import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { COLLECTION_TYPES } from '../../app/modules/receivables/collection-types.ts'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { type ModelBooking, type ModelReceipt, ReceiptModel } from '../support/receipt-model.ts'
import { reportTable } from '../support/reports.ts'
import { rounds, SEEDED, SEEDS } from '../support/rounds.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)

const amount = fc.noBias(fc.integer({ min: 1, max: 90_00 }))
const which = fc.noBias(fc.nat({ max: 999 }))
/** Repeats each word by its weight: late states of a cheque should occur too. */
const times = <Word extends string>(weights: Record<Word, number>) =>
  (Object.entries(weights) as [Word, number][]).flatMap(([word, often]) =>
    Array.from({ length: often }, () => word),
  )
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      command: fc.constant('collect' as const),
      type: fc.constantFrom(...COLLECTION_TYPES, 'cheque' as const, 'cheque' as const),
      amount,
      day: fc.integer({ min: -3, max: 0 }),
      chequeDay: fc.constantFrom(-2, -1, 0, 0, 1),
      /** The receipt pays the oldest bookings, none, or two of them starting with this one. */
      share: fc.constantFrom('oldest' as const, 'none' as const, 0, 1, 2, 3),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      command: fc.constantFrom(
        ...times({
          approve: 5,
          cancel: 1,
          deposit: 4,
          clear: 2,
          bounce: 2,
          replace: 2,
          use: 3,
        }),
      ),
      which,
      amount,
    }),
  },
)
/**
 * Every sequence begins with these receipts: cheques for the oldest bookings and for none,
 * deposited at the bank.
 */
const BEGIN: ReceiptAction[] = [
  { command: 'collect', type: 'cheque', amount: 70_00, day: -3, chequeDay: -2, share: 'oldest' },
  { command: 'collect', type: 'cheque', amount: 45_50, day: -1, chequeDay: -1, share: 'oldest' },
  { command: 'collect', type: 'cheque', amount: 30_00, day: -2, chequeDay: 0, share: 'none' },
  ...[1, 1, 1].map((which) => ({ command: 'approve' as const, which, amount: 1 })),
  ...[1, 1].map((which) => ({ command: 'deposit' as const, which, amount: 1 })),
]
type ReceiptAction = typeof command extends fc.Arbitrary<infer A> ? A : never

const pesos = (cents: number) => (cents / 100).toFixed(2)
const allocations = (parts: Map<ModelBooking, number>) =>
  [...parts].map(([{ id }, part]) => ({ booking_id: id, amount: pesos(part) }))

/** A customer with five bookings of 100.00, of which the last is not invoiced. */
async function open() {
  const customer = await t.customer()
  const bookings: ModelBooking[] = []
  for (let n = 0; n < 5; n++) {
    const date = await tr.day(n - 10)
    const { id, version, so_no } = await t.book(customer, [[await product, 10, '10.00']], date)
    await t.validate(id, version)
    if (n < 4) await t.invoice(id, version + 1, `INV-${so_no}`, date)
    bookings.push({ id, total: 100_00, invoiced: n < 4 })
  }
  return { customer, model: new ReceiptModel(bookings) }
}
let product: Promise<string>
let bank: string
let serial = 0

beforeAll(async () => {
  product = t.product('10.00', 100_000)
  bank = await tr.bank()
})

type Opened = Awaited<ReturnType<typeof open>>
/** Counts each action: done, and rightly refused. */
const seen: Record<string, { done: number; refused: number }> = {}

async function perform({ customer, model }: Opened, step: ReceiptAction): Promise<void> {
  if (step.command === 'collect') {
    const cheque = step.type === 'cheque' ? { date: step.chequeDay, state: 'on_hand' } : null
    const from = typeof step.share === 'number' ? model.bookings.slice(step.share) : []
    const pays =
      step.share === 'oldest'
        ? model.oldest(step.amount)
        : model.share(step.amount, from.slice(0, 2), (booking) => model.balance(booking))
    const no = `P-${++serial}`
    const made = await t.rpc<{ id: string; version: number }>('record_collection', {
      p_collection: {
        customer_id: customer,
        collection_type: step.type,
        amount: pesos(step.amount),
        cr_no: no,
        date_collected: await tr.day(step.day),
        bank_id: step.type === 'bank_transfer' ? bank : null,
        ...(cheque && {
          cheque_bank: 'Any',
          cheque_no: no,
          cheque_date: await tr.day(cheque.date),
        }),
        ...(step.share === 'oldest' ? { allocate: 'oldest' } : { allocations: allocations(pays) }),
      },
    })
    model.add({ ...made, type: step.type, amount: step.amount, day: step.day, cheque, pays })
    return told('collect', true)
  }
  const fitting = model.receipts.filter((each) => allows(model, step.command, each))
  // Three times out of four the receipt is one that allows the action, otherwise any.
  const among = step.which % 4 > 0 && fitting.length > 0 ? fitting : model.receipts
  const receipt = among[step.which % Math.max(among.length, 1)]
  if (!receipt) return
  const allowed = allows(model, step.command, receipt)
  const { cheque } = receipt
  /** Does it where the model allows it; elsewhere the database has to refuse, and changes nothing. */
  const where = async (call: () => Promise<unknown>, effect: () => void) => {
    told(step.command, allowed)
    if (!allowed) return expect(call(), step.command).rejects.toMatchObject({ code: 'P0001' })
    await call()
    receipt.version++
    effect()
  }
  switch (step.command) {
    case 'approve':
      return where(
        () => t.approve(receipt.id, receipt.version),
        () => model.approve(receipt),
      )
    case 'cancel':
      return where(
        () => t.cancelCollection(receipt.id, receipt.version),
        () => {
          receipt.status = 'cancelled'
        },
      )
    case 'deposit':
      return where(
        () => tr.deposit(bank, [receipt]),
        () => model.deposit(receipt),
      )
    case 'clear':
      return where(
        () => tr.clear(receipt),
        () => {
          cheque!.state = 'cleared'
        },
      )
    case 'bounce':
      return where(
        () => tr.bounce(receipt),
        () => model.bounce(receipt),
      )
    case 'replace': {
      let made: { id: string; version: number }
      return where(
        async () => {
          made = await tr.replace(receipt, { amount: pesos(step.amount) })
        },
        () => {
          const pays = model.replacement(receipt, step.amount)
          const cash = { type: 'cash', amount: step.amount, day: 0, cheque: null, pays }
          model.approve(model.add({ ...made, ...cash }))
        },
      )
    }
    case 'use': {
      const owing = model.bookings.filter((booking) => model.balance(booking) > 0)
      const wanted = owing[step.amount % Math.max(owing.length, 1)]
      if (!wanted) return
      const most = Math.min(model.left(receipt), model.balance(wanted))
      const part = allowed ? 1 + (step.amount % most) : 1
      return where(
        () => tr.use(receipt, allocations(new Map([[wanted, part]]))),
        () => model.pay(receipt, wanted, part),
      )
    }
  }
}

/** Returns true when the state of a receipt allows an action. */
function allows(
  model: ReceiptModel,
  name: ReceiptAction['command'],
  receipt: ModelReceipt,
): boolean {
  const { status, cheque } = receipt
  const state = status === 'approved' ? (cheque?.state ?? '') : ''
  switch (name) {
    case 'approve':
      return status === 'pending'
    case 'cancel':
      return status !== 'cancelled' && (!cheque || cheque.state === 'on_hand')
    case 'deposit':
      return ['on_hand', 'returned'].includes(state) && cheque!.date <= 0
    case 'clear':
      return state === 'deposited'
    case 'bounce':
      return ['deposited', 'cleared'].includes(state)
    case 'replace':
      return ['on_hand', 'returned'].includes(state)
    case 'use':
      return status === 'approved' && model.left(receipt) > 0
    default:
      return true
  }
}

function told(name: string, done: boolean) {
  seen[name] ??= { done: 0, refused: 0 }
  seen[name][done ? 'done' : 'refused']++
}

/** Compares every figure that is derived from receipts with the model. */
async function agrees({ customer, model }: Opened): Promise<void> {
  const found = await fixture.db.sql<Record<string, string>>(
    `select id, balance::text, uncleared::text, collection_status as status from public.bookings
     where customer_id = $1::uuid order by date_added`,
    [customer],
  )
  expect(found).toEqual(
    model.bookings.map((booking) => ({
      id: booking.id,
      balance: pesos(model.balance(booking)),
      uncleared: pesos(model.uncleared(booking)),
      status: statusOf(model.balance(booking), model.collected(booking)),
    })),
  )
  const figures = Object.entries(model.position()).map(([name, cents]) => [name, pesos(cents)])
  expect(await t.position(customer)).toMatchObject(Object.fromEntries(figures))
  const { collectibles, uncleared } = model.position()
  const [owed] = await fixture.db.as<Record<string, string>>(
    fixture.role['finance admin'],
    `select balance::text, uncleared::text, cleared_balance::text, unapplied::text
     from ${reportTable(
       'report_ar',
       "$1::uuid, jsonb_build_object('level', 'total', 'customer_id', $2::text)",
       'balance numeric, uncleared numeric, cleared_balance numeric, unapplied numeric',
     )} r`,
    [fixture.a, customer],
  )
  expect(owed).toEqual({
    balance: pesos(collectibles),
    uncleared: pesos(uncleared),
    cleared_balance: pesos(collectibles + uncleared),
    unapplied: pesos(model.clearedCredit()),
  })
  const totals = await fixture.db.as<Record<string, string>>(
    fixture.role['finance admin'],
    `select collection_type as type, receipts::int, approved::text, returned::text, pending::text, cancelled::text
     from public.collection_totals($1::uuid, jsonb_build_object('customer_id', $2::text))`,
    [fixture.a, customer],
  )
  expect(totals).toEqual(
    COLLECTION_TYPES.map((type) => {
      const { receipts, ...sums } = model.totals(type)
      const amounts = Object.entries(sums).map(([name, cents]) => [name, pesos(cents)])
      return { type, receipts, ...Object.fromEntries(amounts) }
    }),
  )
}

function statusOf(balance: number, collected: number): string {
  if (balance === 0) return 'paid'
  return collected > 0 ? 'partial' : 'unpaid'
}

it.each(SEEDS)(
  `${SEEDED} collect, approve, cancel, deposit, clear, return, replace, allocate in any order: every figure as in a plain model`,
  async (seed) => {
    product ??= t.product('10.00', 100_000)
    bank ??= await tr.bank()
    const today = await tr.day()
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 20, maxLength: 30, size: 'max' }),
        async (commands) => {
          const opened = await open()
          for (const step of [...BEGIN, ...commands]) {
            await perform(opened, step)
            await agrees(opened)
          }
          const { collectibles } = opened.model.position()
          expect(await tr.owed(today, opened.customer)).toBe(pesos(collectibles))
        },
      ),
      { numRuns: rounds(3, 20), seed },
    )
  },
  240_000,
)

it('did each of them, and was refused', () => {
  const names = ['collect', 'approve', 'cancel', 'deposit', 'clear', 'bounce', 'replace', 'use']
  // Three histories can miss a rare one, such as clearing a cheque; twenty do not.
  const missing = names.filter((name) => !seen[name]?.done)
  expect(missing.slice(rounds(2, 0))).toEqual([])
  expect(Object.values(seen).some(({ refused }) => refused > 0)).toBe(true)
})
