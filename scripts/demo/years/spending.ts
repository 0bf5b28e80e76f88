import { BANK, master, pesos, type Trade } from './trade.ts'

/** A payment: to whom, for what, from which cost center (1 warehouse, 2 delivery, 3 office). Amount in centavos. */
interface Expense {
  payee: string
  about: string
  category: string
  classification?: string
  invoice?: string
  /** Left out for goods: they are in stock, and no cost of a center. */
  center?: 1 | 2 | 3
  /** Left out where there is no VAT, or a purchase claims it. */
  vat?: 'vatable' | 'exempt'
  amount: number
  cheque: boolean
}

/** Vouchers above this are approved by the general manager. */
const APPROVED_ABOVE = 50_000_00
/** The leaves of a cheque book. */
const LEAVES = 400
const FIRST_LEAF = 100_001

/** Payees that get money every month, besides the suppliers. */
export const PAYEES = [
  'Pasig Realty Corp.',
  'Northern Fuels Inc.',
  'Reyes Trucking',
  'Meridian Power and Light',
  'Santolan Water District',
  'Kaisa Telecoms',
  'Payroll account',
  'Matibay Tire and Battery',
] as const

/** Payees that the short demo has too, by the names of their ids. */
const SHARED: Record<string, string> = {
  'Pasig Realty Corp.': 'payee 1',
  'Northern Fuels Inc.': 'payee 2',
  'Reyes Trucking': 'payee 3',
}

/** Accounts of payees that are paid by transfer. */
export const ACCOUNTS: Readonly<Record<string, string>> = {
  'Santolan Water District': '0318-4402-51',
  'Kaisa Telecoms': '2206-7719-04',
}

export const payeeId = (name: string): string => master(SHARED[name] ?? name)

/** Enters the expenses of the day: rent, wages, fuel, hauling, bills. */
export async function spendOfDay(trade: Trade): Promise<void> {
  const date = Number(trade.day.slice(8))
  const vary = (amount: number) => Math.round(amount * (0.9 + 0.2 * trade.random())) * 100
  const pay = (
    payee: (typeof PAYEES)[number],
    about: string,
    category: string,
    of: [center: 1 | 2 | 3, amount: number],
  ) =>
    spend(trade, {
      payee,
      about,
      category,
      classification: category === 'Rent' || category === 'Wages' ? 'Fixed' : 'Variable',
      center: of[0],
      amount: of[1],
      ...(category === 'Wages'
        ? {}
        : { vat: payee === 'Santolan Water District' ? 'exempt' : 'vatable' }),
      cheque: !ACCOUNTS[payee],
    })
  if (date === 1) await pay('Pasig Realty Corp.', 'Warehouse rent', 'Rent', [1, 65_000_00])
  if (date === 2) await pay('Pasig Realty Corp.', 'Office rent', 'Rent', [3, 18_000_00])
  if (date === 15 || date === 28)
    await pay('Payroll account', 'Wages of half a month', 'Wages', [3, vary(145_000)])
  if (date === 10)
    await pay('Meridian Power and Light', 'Electricity', 'Utilities', [1, vary(21_500)])
  if (date === 11) await pay('Santolan Water District', 'Water', 'Utilities', [1, vary(3_200)])
  if (date === 12)
    await pay('Kaisa Telecoms', 'Telephone and internet', 'Utilities', [3, vary(4_800)])
  if (trade.at % 7 === 3)
    await pay('Northern Fuels Inc.', 'Diesel of the delivery trucks', 'Fuel', [2, vary(23_500)])
  if (trade.at % 7 === 5)
    await pay('Reyes Trucking', 'Hired trucks of the week', 'Hauling', [2, vary(14_000)])
  if (trade.at % 91 === 40)
    await pay('Matibay Tire and Battery', 'Tires and service', 'Repairs', [2, vary(28_000)])
}

/** Writes a voucher and pays it: approved where it is large, printed, released, its cheque cleared some days later. */
export async function spend(trade: Trade, expense: Expense): Promise<void> {
  const { run, day } = trade
  const no = trade.number('voucher', 1)
  const source = `voucher ${no}`
  const cheque_no = expense.cheque ? await leaf(trade) : undefined
  const made = await run('expenses-and-disbursements', 'create_voucher', source, {
    p_voucher: {
      payee_id: payeeId(expense.payee),
      general_description: expense.about,
      category: expense.category,
      classification: expense.classification,
      invoice_no: expense.invoice,
      date_added: day,
      ...(cheque_no
        ? { mode_of_payment: 'cheque', bank_id: BANK, cheque_no }
        : { mode_of_payment: 'bank_transfer', bank_id: BANK }),
      lines: [
        {
          description: expense.about,
          ...(expense.center ? { cost_center_id: master(`cost ${expense.center}`) } : {}),
          amount: pesos(expense.amount),
          ...(expense.vat ? { vat_class: expense.vat } : {}),
        },
      ],
    },
  })
  trade.in(1, async () => {
    let { version } = made
    const at = () => ({ p_voucher: made.id, p_version: version })
    if (expense.amount > APPROVED_ABOVE)
      version = (await run('general-manager', 'approve_voucher', source, at())).version
    version = (await run('expenses-and-disbursements', 'mark_voucher_printed', source, at()))
      .version
    if (cheque_no) await printCheque(trade, cheque_no)
    trade.in(1, async () => {
      await run('expenses-and-disbursements', 'release_voucher', source, {
        ...at(),
        p_releaser: master('releaser 1'),
        p_date: trade.day,
      })
      if (cheque_no) trade.in(trade.between(2, 6), () => clear(trade, cheque_no))
    })
  })
}

/** Returns the next leaf of the cheque book; a new book follows the last leaf. */
async function leaf(trade: Trade): Promise<string> {
  const no = trade.number('leaf', FIRST_LEAF)
  if ((no - FIRST_LEAF) % LEAVES === 0)
    await trade.run('expenses-and-disbursements', 'add_cheque_book', `book ${no}`, {
      p_book: {
        bank_id: BANK,
        first_no: `0${no}`,
        last_no: `0${no + LEAVES - 1}`,
      },
    })
  return `0${no}`
}

async function issued({ read }: Trade, no: string) {
  const [cheque] = await read<{ id: string; version: number }>(
    'select id, version from public.issued_cheques where bank_id = $1 and cheque_no = $2',
    BANK,
    no,
  )
  return cheque!
}

async function printCheque(trade: Trade, no: string): Promise<void> {
  const { id, version } = await issued(trade, no)
  await trade.run('expenses-and-disbursements', 'print_issued_cheque', no, {
    p_cheque: id,
    p_version: version,
  })
}

async function clear(trade: Trade, no: string): Promise<void> {
  await trade.run('finance-admin', 'clear_issued_cheques', no, {
    p_cleared: { cheques: [await issued(trade, no)], cleared_on: trade.day },
  })
}
