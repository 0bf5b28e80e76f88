import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { redirect } from '@remix-run/node'
import type { z } from 'zod/mini'
import { readCustomer } from '~/modules/customers/document.server'
import { listCustomerOptions, readCustomerPosition } from '~/modules/customers/queries.server'
import { listBankOptions } from '~/modules/masters/queries.server'
import { listCollectorsEver } from '~/modules/people/queries.server'
import { proposeNumber } from '~/platform/db/next-number.server'
import type { Sent } from '~/platform/forms/form-action.server'
import type { Db, Membership } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { today } from '~/platform/values/dates'
import { allocatedTotal, allocationsOf, payable, rowsOldestFirst } from './allocate'
import { customerOfBooking, listOpenBookings, type OpenBooking } from './open-bookings.server'
import { MOST_PARTS } from './receipt-schema'
import { collectionSchema, SHARES } from './schema'

/** Fields that the address keeps while the customer is chosen without scripts, besides those of parts. */
const TYPED = [
  'date_collected',
  'cr_no',
  'cr_date',
  'collector_id',
  'drr_no',
  'drr_date',
  'remarks',
  'share',
] as const

/** A field of a part, as forms and addresses name it: parts[1].amount. */
const PART_FIELD =
  /^parts\[(\d{1,2})\]\.(amount|collection_type|cheque_bank|cheque_no|cheque_date|bank_id|reference_no)$/

/** Loads the data of the form for `?customer=` or `?booking=`. */
export async function loadAddCollection(db: Db, project: Membership, search: URLSearchParams) {
  const { projectId } = project
  const booking = search.get('booking')
  const customerId = booking
    ? await customerOfBooking(db, projectId, booking)
    : search.get('customer') || null
  const chosen = customerId ? await loadCustomer(db, projectId, customerId) : null
  const first = await listCustomerOptions(db, projectId)
  const collectors = await listCollectorsEver(db, projectId)
  const nextCr = await proposeNumber(db, projectId, 'next_cr_no')
  const known = !chosen || first.some((option) => option.id === chosen.option.id)
  return {
    banks: await listBankOptions(db, projectId),
    customers: known ? first : [chosen.option, ...first],
    collectors: collectors.filter(({ active }) => active),
    chosen,
    defaults: { cr_no: nextCr, ...defaultsOf(search, project.timeZone, chosen, booking) },
  }
}

async function loadCustomer(db: Db, projectId: string, customerId: string) {
  const customer = await readCustomer(db, projectId, customerId)
  return {
    option: {
      id: customer.id,
      label: customer.name,
      detail: customer.storeName ?? '',
      agentId: customer.agentId,
    },
    position: await readCustomerPosition(db, projectId, customerId),
    bookings: await listOpenBookings(db, projectId, customerId),
  }
}

type Chosen = Awaited<ReturnType<typeof loadCustomer>>

function defaultsOf(
  search: URLSearchParams,
  timeZone: string,
  chosen: Chosen | null,
  bookingId: string | null,
) {
  const day = today(timeZone)
  const typed: Partial<Record<(typeof TYPED)[number], string>> = Object.fromEntries(
    TYPED.flatMap((name) => (search.has(name) ? [[name, search.get(name)]] : [])),
  )
  const paying = chosen?.bookings.find((booking) => booking.id === bookingId)
  const open = paying && payable(paying)
  const openAmount = open === '0.00' ? undefined : open
  const parts = partsOf(search)
  if (!parts[0]?.amount) parts[0] = { collection_type: 'cash', ...parts[0], amount: openAmount }
  const amount = allocatedTotal(parts.map((part) => part.amount))
  // A user who comes from a booking wants to pay that booking.
  const share = SHARES.find((known) => known === typed.share) ?? (bookingId ? 'hand' : 'oldest')
  return {
    ...typed,
    customer_id: chosen?.option.id,
    date_collected: typed.date_collected ?? day,
    cr_date: typed.cr_date ?? day,
    parts,
    share,
    allocations:
      share === 'oldest'
        ? rowsOldestFirst(amount, chosen?.bookings ?? [])
        : (chosen?.bookings ?? []).map((booking) => ({
            booking_id: booking.id,
            amount: booking.id === bookingId ? openAmount : undefined,
          })),
  }
}

/** Reads the parts that an address keeps, in their order. */
function partsOf(search: URLSearchParams): Record<string, string | undefined>[] {
  const parts: Record<string, string | undefined>[] = []
  for (const [name, value] of search) {
    const [, at, field] = PART_FIELD.exec(name) ?? []
    if (field && Number(at) < MOST_PARTS)
      parts[Number(at)] = { ...parts[Number(at)], [field]: value }
  }
  return Array.from(parts, (part) => part ?? {})
}

/**
 * The longest address: more than all valid fields of a receipt take, and less than servers and
 * proxies in between would cut off.
 */
const LONGEST_ADDRESS = 8000

/**
 * Answers "Show bookings" without scripts: redirects to the same page for the chosen customer, with
 * the typed values. When they are too long for an address, a field is longer than allowed.
 */
export async function showBookings({ form, picks }: Sent) {
  const search = new URLSearchParams()
  for (const [name, from] of [['customer', 'customer_id'] as const, ...TYPED.map(same)]) {
    const value = form.get(from)
    if (typeof value === 'string' && value) search.set(name, value)
  }
  for (const [name, value] of form)
    if (PART_FIELD.test(name) && typeof value === 'string' && value) search.set(name, value)
  const address = `?${search}`
  if (address.length <= LONGEST_ADDRESS) return redirect(address)
  const submission = parseWithZod(form, { schema: collectionSchema })
  // The button records nothing, whatever was typed.
  if (submission.status === 'success') throw problem(400)
  return reply({ ...submission.reply(), picks: await picks() }, 422)
}

function same(name: string) {
  return [name, name] as const
}

/** Answers "Show bookings" for a name that is not exactly one customer's: the form, with the customers that contain it. */
export async function chooseFirst({ form, picks }: Sent) {
  const { payload } = parseWithZod(form, { schema: collectionSchema })
  const initialValue = payload as SubmissionResult['initialValue']
  const error = { customer_id: ['Choose a customer.'] }
  const lastResult: SubmissionResult<string[]> = { status: 'error', initialValue, error }
  return reply({ ...lastResult, picks: await picks() }, 422)
}

/**
 * Answers "Allocate" without scripts: returns the form with the amount allocated to the oldest
 * bookings first.
 */
export async function allocateAgain(db: Db, projectId: string, form: FormData) {
  const { payload } = parseWithZod(form, { schema: collectionSchema })
  const initialValue = payload as SubmissionResult['initialValue']
  const amounts = [...form].filter(([name]) => /^parts\[\d+\]\.amount$/.test(name))
  const amount = allocatedTotal(amounts.map(([, value]) => String(value)))
  if (!amount) {
    return reply<SubmissionResult<string[]>>(
      {
        status: 'error',
        initialValue,
        error: { 'parts[0].amount': ['Enter the amount first, then allocate it.'] },
      },
      422,
    )
  }
  const bookings = await bookingsOf(db, projectId, String(form.get('customer_id') ?? ''))
  const allocations = rowsOldestFirst(amount, bookings)
  return reply<SubmissionResult<string[]>>({ initialValue: { ...initialValue, allocations } }, 200)
}

async function bookingsOf(db: Db, projectId: string, customerId: string): Promise<OpenBooking[]> {
  return customerId ? listOpenBookings(db, projectId, customerId) : []
}

/**
 * Returns the receipt for `record_receipt`. When no amount is typed for a booking, the database
 * allocates to the oldest bookings first, unless the user chose to allocate by hand.
 */
export function receiptOf({ share, allocations, ...receipt }: z.output<typeof collectionSchema>) {
  const typed = allocations.some(({ amount }) => amount && amount !== '0.00')
  return share === 'oldest' && !typed
    ? { ...receipt, allocate: 'oldest' }
    : { ...receipt, allocations: allocationsOf(allocations) }
}
