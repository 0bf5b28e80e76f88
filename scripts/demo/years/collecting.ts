import { addDays } from '../../../app/platform/values/dates.ts'
import { DEMO_ID } from '../people.ts'
import { brokenDown } from '../remittances.ts'
import { BANK, type Buyer, cents, type Order, pesos, type Receipt, type Trade } from './trade.ts'

/** An agent also collects what falls due within so many days. */
const AHEAD = 4
/** Stores whose money the collector fetches. */
const FETCHED = ['Sari-sari store', 'Eatery', 'Bakery', 'Minimart']
/** The cash that stays at the office when the rest goes to the bank, in centavos. */
const CHANGE = 5_000_00

/** The share of invoices that are forgotten. */
const FORGOTTEN = { prompt: 0, slow: 0.012, late: 0.09 }

const BANKS = ['Bank of Luzon', 'Metro Savings', 'Pacific Commercial Bank', 'Rizal Rural Bank']

/** Lets a buyer pay an order, and what else of its orders is due by then. */
export async function collectOn(trade: Trade, order: Order): Promise<void> {
  const { buyer } = order
  if (order.owed <= 0) return
  // Some invoices are never paid, or half a year later.
  if (trade.chance(FORGOTTEN[buyer.plan.habit.name])) {
    if (trade.chance(0.6)) trade.in(trade.between(70, 190), () => collectOn(trade, order))
    return
  }
  const others = buyer.orders.filter(
    (one) => one !== order && one.owed > 0 && one.dueAt <= trade.at + AHEAD,
  )
  const due = [order, ...others]
  const half = trade.chance(0.07)
  await receive(
    trade,
    buyer,
    due.map((one) => ({ order: one, amount: half ? Math.ceil(one.owed / 2) : one.owed })),
  )
  if (half) trade.in(trade.between(7, 20), () => collectOn(trade, order))
}

async function receive(trade: Trade, buyer: Buyer, paid: Receipt['paid']): Promise<void> {
  const { run, day } = trade
  const amount = paid.reduce((sum, one) => sum + one.amount, 0)
  const small = FETCHED.includes(buyer.plan.style)
  const type = trade.chance(small ? 0.8 : 0.05)
    ? 'cash'
    : trade.chance(0.8)
      ? 'cheque'
      : 'bank_transfer'
  const field = small && type !== 'bank_transfer' && trade.chance(0.6)
  const cr = `CR-${trade.number('receipt', 30_001)}`
  // Large customers give cheques that are dated some days later.
  const postDated = type === 'cheque' && buyer.plan.terms >= 30 && trade.chance(0.35)
  const chequeDate = addDays(day, postDated ? trade.between(7, 25) : 0)
  const made = await run('finance-admin', 'record_collection', cr, {
    p_collection: {
      customer_id: buyer.id,
      collection_type: type,
      amount: pesos(amount),
      cr_no: cr,
      date_collected: day,
      ...(field
        ? { collector_id: trade.users.get('collector') }
        : { drr_no: `DRR-${5001 + trade.at}`, drr_date: day }),
      ...(type === 'cheque'
        ? {
            cheque_bank: trade.pick(BANKS, () => 1),
            cheque_no: String(700_000 + trade.number('cheque', 1)).padStart(10, '0'),
            cheque_date: chequeDate,
          }
        : {}),
      ...(type === 'bank_transfer'
        ? { bank_id: BANK, reference_no: `TR${trade.number('transfer', 40_211)}` }
        : {}),
      allocations: paid.map(({ order, amount }) => ({
        booking_id: order.id,
        amount: pesos(amount),
      })),
    },
  })
  for (const one of paid) one.order.owed -= one.amount
  trade.waiting.push({ ...made, cr, type, buyer, amount, paid, field, chequeDate, returned: false })
}

/** Hands in what the collector took the day before, and approves the receipts of that day. */
export async function approveReceipts(trade: Trade): Promise<void> {
  const { run, day } = trade
  const receipts = trade.waiting.splice(0)
  const field = receipts.filter((receipt) => receipt.field)
  if (field.length > 0) {
    const cash = field
      .filter(({ type }) => type === 'cash')
      .reduce((sum, { amount }) => sum + amount, 0)
    const short = cash > 5_000_00 && trade.chance(0.03) ? trade.between(2, 30) * 10_00 : 0
    const drr = String(trade.number('remittance', 2001))
    await run('finance-admin', 'receive_remittance', `remittance ${drr}`, {
      p_remittance: {
        collector_id: trade.users.get('collector'),
        drr_no: drr,
        remitted_on: day,
        collection_ids: field.map(({ id }) => id),
        denominations: brokenDown(BigInt(cash - short)),
        variance_reason:
          short > 0 ? 'Parking and toll paid from the cash, receipt to follow' : null,
      },
    })
  }
  const versions = await versionsOf(trade, receipts)
  for (const receipt of receipts) {
    const done = await run('special-access-1', 'approve_collection', receipt.cr, {
      p_collection: receipt.id,
      p_version: versions.get(receipt.id)!,
    })
    receipt.version = done.version
    if (receipt.type === 'cheque') trade.onHand.push(receipt)
    else receipt.buyer.exposure -= receipt.amount
  }
}

async function versionsOf({ read }: Trade, receipts: readonly Receipt[]) {
  const found = await read<{ id: string; version: number }>(
    'select id, version from public.collections where id = any ($1::uuid[])',
    receipts.map(({ id }) => id),
  )
  return new Map(found.map(({ id, version }) => [id, version]))
}

/** Brings cash and the cheques whose date has come to the bank. */
export async function bank(trade: Trade): Promise<void> {
  const { day } = trade
  const cheques = trade.onHand.filter(({ chequeDate }) => chequeDate <= day)
  const [office] = await trade.read<{ cash: string }>(
    `select coalesce(sum(confirmed_amount), 0)::text as cash from private.cash_balances
     where project_id = $1 and holder_id = $1`,
    DEMO_ID,
  )
  const cash = cents(office!.cash) - CHANGE
  const brings = cash > 15_000_00 && trade.at % 2 === 0
  if (!brings && cheques.length === 0) return
  const versions = await versionsOf(trade, cheques)
  const slip = String(trade.number('slip', 880_101))
  await trade.run('finance-admin', 'deposit_cheque', slip, {
    p_deposit: {
      bank_id: BANK,
      slip_no: slip,
      deposited_on: day,
      ...(brings ? { cash: pesos(cash) } : {}),
      cheques: cheques.map(({ id }) => ({ id, version: versions.get(id)! })),
    },
  })
  trade.onHand = trade.onHand.filter((receipt) => !cheques.includes(receipt))
  for (const receipt of cheques) trade.in(trade.between(1, 3), () => hear(trade, receipt))
}

/** Hears from the bank of a cheque: it is cleared, or comes back. */
async function hear(trade: Trade, receipt: Receipt): Promise<void> {
  const { run, day } = trade
  const { buyer, cr } = receipt
  const versions = await versionsOf(trade, [receipt])
  const at = { p_collection: receipt.id, p_version: versions.get(receipt.id)!, p_date: day }
  const share = { prompt: 0.006, slow: 0.025, late: 0.12 }[buyer.plan.habit.name]
  if (receipt.returned || !trade.chance(share)) {
    await run('finance-admin', 'clear_cheque', `${cr} ${trade.at}`, at)
    buyer.exposure -= receipt.amount
    return
  }
  await run('finance-admin', 'return_cheque', cr, {
    ...at,
    p_reason: trade.pick(
      [
        'Drawn against insufficient funds',
        'Drawn against uncollected deposit',
        'Account closed',
        'Signature differs',
      ],
      () => 1,
    ),
  })
  receipt.returned = true
  if (trade.chance(0.55)) {
    // It is brought to the bank once more.
    trade.in(trade.between(3, 8), async () => {
      trade.onHand.push({ ...receipt, chequeDate: trade.day })
    })
    return
  }
  for (const { order, amount } of receipt.paid) order.owed += amount
  if (trade.chance(0.5)) await charge(trade, buyer, cr)
  const [first] = receipt.paid
  trade.in(trade.between(10, 45), () => collectOn(trade, first!.order))
}

/** Charges what the bank charged for a returned cheque. */
async function charge(trade: Trade, buyer: Buyer, cr: string): Promise<void> {
  await trade.run('finance-admin', 'create_memo', `charge ${cr}`, {
    p_memo: {
      kind: 'debit',
      reason: 'bounced_cheque',
      on_date: trade.day,
      customer_id: buyer.id,
      amount: '500.00',
      note: `Charge of the bank for the cheque of ${cr}`,
    },
  })
}
