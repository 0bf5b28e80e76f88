import type { ReactNode } from 'react'
import { STOCK_COSTS } from '~/modules/inventory/stock/costs'
import { ageingBuckets } from '~/modules/receivables/ageing'
import type { ProjectSettings } from '~/platform/request/context'
import { formatMoney, money } from '~/platform/values/money'
import { Badge } from '~/ui/Badge'
import { Details } from '~/ui/Details'
import type { ProjectDocument } from '../queries.server'
import type { FormSection } from '../schema'

/** Shows a section of a project's settings, read-only. */
export function ProjectFacts(props: { project: ProjectDocument; section: FormSection }) {
  return <Details items={FACTS[props.section](props.project)} />
}

type Fact = readonly [label: string, ReactNode]

const FACTS: Record<FormSection, (project: ProjectDocument) => Fact[]> = {
  details: (project) => [
    ['Project name', project.name],
    ['Title', project.title],
    ['Owner', project.ownerName],
    ["Owner's e-mail", project.ownerEmail],
    ['Address', <Lines key="address" text={project.address} />],
    ['TIN', project.tinNo],
    ['Phone', project.phone],
    ['Payment instructions', <Lines key="payment" text={project.paymentInstructions ?? ''} />],
    ['TIN and contact line', <Lines key="info1" text={project.otherInfo1} />],
    ['Payment details line', <Lines key="info2" text={project.otherInfo2} />],
  ],
  categories: ({ categories }) =>
    categories.map((list, index) => [
      `Category ${index + 1}`,
      list.length > 0 ? (
        <span key={list.join()} className="flex flex-wrap gap-1">
          {list.map((category) => (
            <Badge key={category}>{category}</Badge>
          ))}
        </span>
      ) : null,
    ]),
  numbering: ({ nextSoNo, nextVoucherNo }) => [
    [
      'Next SO no.',
      <span key="so" className="figures">
        {soNo(nextSoNo)}
      </span>,
    ],
    [
      'Next voucher no.',
      <span key="voucher" className="figures">
        {nextVoucherNo}
      </span>,
    ],
  ],
  collections: ({ settings }) => [
    ['DRR label', settings.drr_label],
    [
      'Days back for phones',
      settings.field_days === 0 ? 'Today alone' : `${settings.field_days} days`,
    ],
    ['Aging basis', AGE_BY[settings.age_by]],
    [
      'Aging buckets',
      <span key="days" className="figures">
        {bucketText(settings.ageing_buckets, settings.age_by)}
      </span>,
    ],
  ],
  stock: ({ settings }) => [['Stock valuation', STOCK_COSTS[settings.stock_cost]]],
  credit: ({ settings }) => [
    ['Back-orders', settings.allow_back_orders ? 'Allowed' : 'Not allowed'],
    [
      'Price floor',
      settings.price_floor_percent === 0
        ? 'Free goods alone need an override'
        : `${settings.price_floor_percent}% of current SRP`,
    ],
  ],
  invoices: ({ settings, currency }) => [
    [
      'VAT rate',
      settings.vat_percent === 0
        ? 'None'
        : `${settings.vat_percent}%, ${settings.prices_include_vat ? 'in the prices' : 'on top of the prices'}`,
    ],
    [
      'Approval of memos',
      settings.memo_approval_above
        ? `Above ${formatMoney(money(settings.memo_approval_above), currency)}`
        : 'None',
    ],
  ],
  tax: ({ settings }) => [
    ['Seller', settings.vat_registered ? 'VAT registered' : 'Not VAT registered'],
    ['Branch code', settings.branch_code ?? 'As in the TIN'],
    ['Digits of invoice numbers', settings.serial_digits ?? 'As typed'],
    ['Authority numbers', <Lines key="authority" text={settings.authority_note} />],
    ['Footer text', <Lines key="foot" text={settings.invoice_note} />],
  ],
  vouchers: ({ settings, currency }) => [
    [
      'Approval of vouchers',
      settings.voucher_approval_above
        ? `Above ${formatMoney(money(settings.voucher_approval_above), currency)}`
        : 'None',
    ],
  ],
  duties: ({ settings: { maker_checker: rules } }) => [
    ['Bookings that need a raised credit limit', byWhom(rules.credit_lines, 'raised it')],
    ['Overrides and prices', byWhom(rules.credit_override, 'entered the booking or set the price')],
    [
      'Price and quantity corrections are approved',
      byWhom(rules.product_edits ?? true, 'requested them'),
    ],
    ['Write-offs of bad orders are approved', byWhom(rules.write_offs ?? true, 'entered them')],
    ['Receipts are approved', byWhom(rules.receipts, 'recorded them')],
    ['Credit and debit memos are approved', byWhom(rules.memos, 'prepared them')],
    ['Vouchers are approved', byWhom(rules.vouchers, 'prepared them')],
    [
      'Account numbers of payees',
      rules.payee_accounts ? byWhom(true, 'entered them') : 'Not confirmed',
    ],
  ],
  region: ({ timeZone, currency }) => [
    ['Time zone', timeZone.replaceAll('_', ' ')],
    ['Currency', currency],
  ],
}

function byWhom(second: boolean, who: string): string {
  return second ? `Second person required` : `Also by the user who ${who}`
}

export const AGE_BY = { due: 'Due date', document: 'Document date' }

/** Formats the number of a booking. */
export function soNo(number: number): string {
  return `SO-${String(number).padStart(6, '0')}`
}

/**
 * Formats the ageing ranges `30, 60, 90` as the columns of the AR report. When ageing is by due
 * date, "not yet due" comes first.
 */
export function bucketText(days: readonly number[], ageBy: ProjectSettings['age_by']): string {
  return ageingBuckets([...days], ageBy)
    .map(({ label }) => label)
    .join(', ')
}

function Lines({ text }: { text: string | null }) {
  return text ? <span className="whitespace-pre-line">{text}</span> : '–'
}
