import { z } from 'zod/mini'
import { checkboxField, numberField, textField } from '~/platform/forms/fields'
import { LOGO_KEYS } from '~/platform/request/logos'
import { CURRENCIES } from '~/platform/values/currencies'
import { moneyField } from '~/platform/values/money'

/** Browsers send line ends as CR LF, scripts as LF. They are stored as LF. */
const text = (max = 200) =>
  z.optional(
    z.string().check(
      z.trim(),
      z.overwrite((typed) => typed.replace(/\r\n?/g, '\n')),
      z.maxLength(max, `At most ${max} characters.`),
    ),
  )

const name = z
  .string({ error: "Enter the company's name." })
  .check(
    z.trim(),
    z.minLength(1, "Enter the company's name."),
    z.maxLength(80, 'At most 80 characters.'),
  )

const email = z.optional(
  z.pipe(textField(200), z.email({ error: 'Enter an e-mail address such as ana@example.com.' })),
)

/** A list of product categories as typed, one per line. */
const categories = z.pipe(z.optional(z.string()), z.transform(filledLines)).check(
  z.superRefine((list, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    const twice = doubleIn(list)
    if (twice) refuse(`${twice} is a duplicate.`)
    if (list.length > 200) refuse('At most 200 categories.')
    if (list.some((line) => line.length > 80)) refuse('At most 80 characters a category.')
  }),
)

/** Returns the non-empty lines of a text, trimmed. */
export function filledLines(typed: string | undefined): string[] {
  const lines = (typed ?? '').split(/\r?\n/).map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.filter(Boolean)
}

/** Returns the first line that repeats an earlier one, ignoring case. */
function doubleIn(list: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return list.find((line) => seen.size === seen.add(line.toLowerCase()).size)
}

const timeZone = z.string({ error: 'Choose a time zone.' }).check(z.trim())

const currency = z.enum(CURRENCIES, { error: 'Choose a currency.' })

/** The fields of a new project. Everything else is a setting. */
/** The details of a project that is added; `trade` proposes its categories. */
export const newProjectSchema = z.object({
  name,
  title: text(),
  owner_name: text(),
  owner_email: email,
  address: text(400),
  time_zone: timeZone,
  currency,
  product_categories1: categories,
  product_categories2: categories,
  product_categories3: categories,
  trade: z.optional(z.string().check(z.maxLength(40))),
})

const firstNumber = numberField({ missing: 'Enter a whole number.', min: 1, max: 999_999 })

/** Labels the ageing buckets that have an end; their number is checked by update_project too. */
export const AGEING_BUCKET_LABELS = ['First up to', 'Second up to', 'Third up to']

const days = numberField({ missing: 'Enter a number of days.', min: 1, max: 999 })

const letterhead = {
  title: text(),
  owner_name: text(),
  owner_email: email,
  address: text(400),
  tin_no: text(40),
  phone: text(80),
  payment_instructions: text(400),
  other_info1: text(400),
  other_info2: text(400),
}

/** The sections of a project's settings. Their keys are those of `update_project`. */
export const SECTION_SCHEMAS = {
  details: z.object({ name, ...letterhead }),
  categories: z.object({
    product_categories1: categories,
    product_categories2: categories,
    product_categories3: categories,
  }),
  numbering: z.object({ next_so_no: firstNumber, next_voucher_no: firstNumber }),
  collections: z.object({
    drr_label: z
      .string({ error: 'Enter a label such as DRR.' })
      .check(
        z.trim(),
        z.minLength(1, 'Enter a label such as DRR.'),
        z.maxLength(20, 'At most 20 characters.'),
      ),
    age_by: z.enum(['due', 'document']),
    field_days: z
      .string({ error: 'Enter a number of days, such as 3.' })
      .check(z.trim(), z.regex(/^([0-9]|[1-5][0-9]|60)$/, 'A whole number of days from 0 to 60.')),
    ageing_buckets: z.array(days).check(
      z.length(AGEING_BUCKET_LABELS.length),
      z.superRefine((list, context) => {
        for (const [index, day] of list.entries())
          if (index > 0 && day <= list[index - 1]!)
            context.addIssue({
              code: 'custom',
              path: [index],
              message: 'Enter more days than in the previous bucket.',
            })
      }),
    ),
  }),
  stock: z.object({ stock_cost: z.enum(['default', 'average']) }),
  credit: z.object({
    price_floor_percent: z
      .string({ error: 'Enter a percentage such as 70, or 0.' })
      .check(
        z.trim(),
        z.regex(
          /^(\d{1,2}(\.\d{1,2})?|100(\.00?)?)$/,
          'Enter a percentage from 0 to 100 with at most two decimals, such as 70.',
        ),
      ),
    allow_back_orders: checkboxField,
  }),
  invoices: z.object({
    vat_percent: z
      .string({ error: 'Enter a percentage such as 12, or 0.' })
      .check(
        z.trim(),
        z.regex(
          /^\d{1,2}(\.\d{1,2})?$/,
          'Enter a percentage below 100 with at most two decimals, such as 12; 0 when no VAT is charged.',
        ),
      ),
    prices_include_vat: checkboxField,
    memo_approval_above: z.optional(moneyField),
  }),
  tax: z.object({
    vat_registered: checkboxField,
    branch_code: z.optional(
      z.string().check(z.trim(), z.regex(/^\d{5}$/, 'Five digits, such as 00000.')),
    ),
    serial_digits: z.optional(
      numberField({
        ...{ missing: 'Enter a whole number.', outside: 'Between 6 and 12 digits.' },
        ...{ min: 6, max: 12 },
      }),
    ),
    invoice_note: text(400),
    authority_note: text(400),
  }),
  vouchers: z.object({
    voucher_approval_above: z.optional(moneyField),
  }),
  duties: z.object({
    credit_lines_maker_checker: checkboxField,
    credit_override_maker_checker: checkboxField,
    product_edits_maker_checker: checkboxField,
    write_offs_maker_checker: checkboxField,
    receipts_maker_checker: checkboxField,
    memos_maker_checker: checkboxField,
    vouchers_maker_checker: checkboxField,
    payee_accounts_maker_checker: checkboxField,
  }),
  region: z.object({ time_zone: timeZone, currency }),
}

/** The details that an own project changes; its name is unique among all companies and belongs to the administrator. */
export const letterheadSchema = z.object(letterhead)

export type FormSection = keyof typeof SECTION_SCHEMAS

const LOGO_BYTES = 1024 * 1024

/** An upload of one logo. The server alone checks the content of the file. */
export const logoSchema = z.object({
  which: z.enum(LOGO_KEYS),
  picture: z
    .file({ error: 'Choose a picture.' })
    .check(z.maxSize(LOGO_BYTES, 'Choose a file of at most 1 MiB.')),
})
