import { z } from 'zod/mini'
import type { Orders } from '~/platform/db/orders'
import { optionalText, textField } from '~/platform/forms/fields'
import { moneyField } from '~/platform/values/money'

/** One field of an entry, in the order of form and list. */
interface MasterField {
  name: string
  label: string
  hint?: string
  /** True for an amount of money. */
  amount?: boolean
}

/** One kind of master data: a short list that other forms choose from. */
interface Master {
  table: 'banks' | 'payees' | 'releasers' | 'cost_centers'
  title: string
  /** The name of one entry within a sentence. */
  one: string
  about: string
  fields: readonly MasterField[]
  schema: z.core.$ZodType<Record<string, string | undefined>, Record<string, unknown>>
  /** The meaning of a violated unique index, and the field that shows it. */
  taken: { field: string; message: string }
  /** The voucher list's filter by an entry. */
  filter?: string
}

export const MASTER_STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

/** The four kinds of master data by their address. */
export const MASTERS = {
  banks: {
    table: 'banks',
    title: 'Banks',
    one: 'bank account',
    about: 'Company bank accounts.',
    fields: [
      { name: 'bank', label: 'Bank', hint: 'Name and branch, as on the cheque.' },
      { name: 'account_no', label: 'Account no.' },
    ],
    schema: z.object({
      bank: textField(100, 'Enter the name of the bank.'),
      account_no: textField(40, 'Enter the account number.'),
    }),
    taken: { field: 'account_no', message: 'This account is already entered.' },
    filter: 'bank',
  },
  payees: {
    table: 'payees',
    title: 'Payees',
    one: 'payee',
    about: 'Suppliers and other payees.',
    fields: [
      { name: 'fname', label: 'Name' },
      { name: 'account_no', label: 'Account no.', hint: 'Printed on the voucher.' },
    ],
    schema: z.object({ fname: textField(200, 'Enter the name.'), account_no: optionalText(40) }),
    taken: { field: 'fname', message: 'This payee is already entered with this account.' },
    filter: 'payee',
  },
  releasers: {
    table: 'releasers',
    title: 'Releasers',
    one: 'releaser',
    about: 'Staff authorized to release payments.',
    fields: [
      { name: 'fname', label: 'First name' },
      { name: 'mname', label: 'Middle name' },
      { name: 'lname', label: 'Last name' },
      { name: 'designation', label: 'Designation', hint: 'Printed under the signature.' },
    ],
    schema: z.object({
      fname: textField(100, 'Enter the first name.'),
      mname: optionalText(100),
      lname: textField(100, 'Enter the last name.'),
      designation: optionalText(100),
    }),
    taken: { field: 'lname', message: 'This person is already entered.' },
  },
  'cost-centers': {
    table: 'cost_centers',
    title: 'Cost centers',
    one: 'cost center',
    about: 'Departments or activities that expenses are charged to.',
    fields: [
      { name: 'cost_center', label: 'Cost center' },
      { name: 'account_number', label: 'GL code' },
      {
        name: 'monthly_budget',
        label: 'Monthly budget',
        hint: 'Budget in the expense report, without input VAT. Blank = none.',
        amount: true,
      },
    ],
    schema: z.object({
      cost_center: textField(100, 'Enter the cost center.'),
      account_number: optionalText(40),
      monthly_budget: z.optional(moneyField),
    }),
    taken: { field: 'cost_center', message: 'This cost center is already entered.' },
    filter: 'cost_center',
  },
} as const satisfies Record<string, Master>

export type MasterKind = keyof typeof MASTERS

/** Returns the kind in the third part of an address. The route table has these addresses only. */
export function kindAt(pathname: string): MasterKind {
  const kind = pathname.split('/')[3]?.toLowerCase() ?? ''
  if (!Object.hasOwn(MASTERS, kind)) throw new Error(`No master at ${pathname}.`)
  return kind as MasterKind
}

/** Returns the order of a kind's list: by its first field, whose text is `sort_key`. */
export const masterOrders = (kind: MasterKind): Orders => ({
  [MASTERS[kind].fields[0].name]: { by: 'sort_key', of: 'text' },
})

/** Returns the definition of a kind, with its optional parts in the type. */
export const masterOf = (kind: MasterKind): Master => MASTERS[kind]
