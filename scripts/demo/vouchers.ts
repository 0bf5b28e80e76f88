import { createHash } from 'node:crypto'
import type { Db } from '../../app/platform/request/context.ts'
import { addDays } from '../../app/platform/values/dates.ts'
import { uuidOf } from '../../tools/ids.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { DEMO_ID } from './people.ts'
import { receiptPdf } from './receipt.ts'

interface DemoVoucher {
  /** Counts the days before the demo's first day. */
  ago: number
  payee: 1 | 2 | 3
  about: string
  category: string
  classification: string
  invoice?: string
  cheque?: string
  withheld?: string
  lines: [description: string, costCenter: 1 | 2 | 3, amount: string][]
  end?: 'printed' | 'released' | 'cancelled'
}

/** Lists a month of expenses: paid, printed, pending approval, cancelled; the newest last. */
const VOUCHERS: readonly DemoVoucher[] = [
  {
    ago: 26,
    payee: 1,
    about: 'Warehouse rent',
    category: 'Rent',
    classification: 'Fixed',
    invoice: 'PR-2207',
    cheque: '0001201',
    withheld: '2250.00',
    lines: [['Warehouse, one month', 1, '45000.00']],
    end: 'released',
  },
  {
    ago: 19,
    payee: 2,
    about: 'Diesel of the delivery trucks',
    category: 'Fuel',
    classification: 'Variable',
    invoice: 'NF-88120',
    cheque: '0001202',
    lines: [
      ['Truck ABC 1234, 210 L', 2, '12915.00'],
      ['Truck NDA 5521, 160 L', 2, '9840.00'],
    ],
    end: 'released',
  },
  {
    ago: 12,
    payee: 3,
    about: 'Hired truck, Rizal route',
    category: 'Hauling',
    classification: 'Variable',
    invoice: 'RT-0419',
    lines: [['Hauling, two trips', 2, '7800.00']],
    end: 'released',
  },
  {
    ago: 9,
    payee: 2,
    about: 'Diesel, entered twice',
    category: 'Fuel',
    classification: 'Variable',
    cheque: '0001203',
    lines: [['Truck ABC 1234, 210 L', 2, '12915.00']],
    end: 'cancelled',
  },
  {
    ago: 5,
    payee: 2,
    about: 'Diesel of the delivery trucks',
    category: 'Fuel',
    classification: 'Variable',
    invoice: 'NF-88977',
    cheque: '0001204',
    lines: [
      ['Truck ABC 1234, 190 L', 2, '11685.00'],
      ['Generator of the warehouse, 40 L', 1, '2460.00'],
    ],
    end: 'printed',
  },
  {
    ago: 3,
    payee: 3,
    about: 'New racks, hauling included',
    category: 'Equipment',
    classification: 'Capital',
    invoice: 'RT-0455',
    cheque: '0001205',
    withheld: '640.00',
    lines: [
      ['Pallet racks, 12 bays', 1, '58400.00'],
      ['Hauling and mounting', 1, '5600.00'],
    ],
  },
  {
    ago: 1,
    payee: 1,
    about: 'Office rent',
    category: 'Rent',
    classification: 'Fixed',
    invoice: 'PR-2291',
    lines: [
      ['Office, one month', 3, '18000.00'],
      ['Association dues', 3, '1250.00'],
    ],
  },
]

const master = (name: string) => uuidOf(DEMO_ID, name)

/**
 * Confirms the account that finance entered for the landlord, and enters the vouchers. The large one is pending
 * approval by another user.
 */
export async function loadVouchers(expenses: Db, today: string): Promise<void> {
  await sendCommand(expenses, 'confirm_payee_account', DEMO_ID, 'payee 1', {
    p_payee: master('payee 1'),
    p_version: 1,
  })
  for (const [index, voucher] of VOUCHERS.entries()) {
    const source = `voucher ${index + 1}`
    const date = addDays(today, -voucher.ago)
    const { id: p_voucher, version: p_version } = await sendCommand(
      expenses,
      'create_voucher',
      DEMO_ID,
      source,
      {
        p_voucher: {
          payee_id: master(`payee ${voucher.payee}`),
          general_description: voucher.about,
          category: voucher.category,
          classification: voucher.classification,
          invoice_no: voucher.invoice,
          date_added: date,
          ewt_amount: voucher.withheld,
          ...(voucher.cheque
            ? { mode_of_payment: 'cheque', bank_id: master('bank 1'), cheque_no: voucher.cheque }
            : { mode_of_payment: 'cash' }),
          lines: voucher.lines.map(([description, center, amount]) => ({
            description,
            cost_center_id: master(`cost ${center}`),
            amount,
          })),
        },
      },
    )
    if (index === 0) await attachReceipt(expenses, p_voucher, voucher)
    if (voucher.end === 'cancelled')
      await sendCommand(expenses, 'cancel_voucher', DEMO_ID, source, {
        p_voucher,
        p_version,
        p_reason: 'Entered twice: see voucher 2',
      })
    if (voucher.end !== 'printed' && voucher.end !== 'released') continue
    const printed = await sendCommand(expenses, 'mark_voucher_printed', DEMO_ID, source, {
      p_voucher,
      p_version,
    })
    if (voucher.end === 'released')
      await sendCommand(expenses, 'release_voucher', DEMO_ID, source, {
        p_voucher,
        p_version: printed.version,
        p_releaser: master('releaser 1'),
        p_date: addDays(date, 1),
      })
  }
}

/** Attaches the supplier's receipt as a file; a second run finds it attached. */
async function attachReceipt(expenses: Db, id: string, voucher: DemoVoucher): Promise<void> {
  const paid = voucher.lines.map(([description, , amount]) => `${description}: PHP ${amount}`)
  const file = receiptPdf(['OFFICIAL RECEIPT', `Invoice ${voucher.invoice}`, ...paid])
  const path = `${DEMO_ID}/voucher/${id}/${createHash('sha256').update(file).digest('hex')}.pdf`
  const files = expenses.storage.from('documents')
  const { error } = await files.upload(path, file, { contentType: 'application/pdf' })
  // A run that was cut off may have left the same file.
  if (error && !(await files.download(path)).data) throw error
  await sendCommand(expenses, 'attach_files', DEMO_ID, 'receipt of voucher 1', {
    p_kind: 'voucher',
    p_document: id,
    p_files: [{ name: `Receipt ${voucher.invoice}.pdf`, path }],
  })
}
