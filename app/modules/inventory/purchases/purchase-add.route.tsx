import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { listCustomerOptions } from '~/modules/customers/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { proposeNumber } from '~/platform/db/next-number.server'
import { refuseDuplicates } from '~/platform/forms/duplicates.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { reply } from '~/platform/request/reply.server'
import { today } from '~/platform/values/dates'
import { withoutBlankTail } from '~/ui/blank-tail'
import { PageHeader } from '~/ui/PageHeader'
import { useFormKey } from '~/ui/SaveAndNew'
import { listProductOptions } from '../queries.server'
import { listSuppliers } from '../suppliers/queries.server'
import { PurchaseForm } from './components/PurchaseForm'
import { readCopy } from './copy.server'
import { type PurchaseAnswer, paste, readLines, readPurchaseWarnings } from './entry.server'
import { listPurchaseProducts } from './products.server'
import { purchaseSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add purchase · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.write')
  const { projectId } = project
  const copied = new URL(request.url).searchParams.get('copy')
  const [products, suppliers, customers, copy, next] = await Promise.all([
    listPurchaseProducts(db, projectId),
    listSuppliers(db, projectId),
    listCustomerOptions(db, projectId),
    copied ? readCopy(db, projectId, copied) : null,
    proposeNumber(db, projectId, 'next_po_no'),
  ])
  return {
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
    products: merged(products, copy?.products),
    suppliers,
    customers: merged(customers, copy?.customers),
    copied: copy?.poNo ?? null,
    start: {
      kind: 'purchase' as const,
      po_no: next,
      lines: [{}],
      ...copy?.start,
      date_added: today(project.timeZone),
    },
  }
}

export const action = formActions({
  permission: 'purchases.write',
  pickers: ({ db, projectId }) => ({
    customer_id: (query) => listCustomerOptions(db, projectId, query),
    supplier: {
      lookup: (query) => listSuppliers(db, projectId, query),
      isNew: 'new_supplier',
    },
    'lines[].product_id': (query) => listProductOptions(db, projectId, query),
  }),
  // Without scripts a button fills in the pasted lines; nothing is saved.
  intentOf: (form) => (form.get('button') === 'paste' ? 'paste' : 'default'),
  page: ({ db, projectId, payload }) => readPurchaseWarnings(db, projectId, payload),
  answer: async (lastResult, { page }): Promise<PurchaseAnswer> => ({
    lastResult,
    ...(await page()),
  }),
  intents: (intent) => ({
    default: intent({
      schema: purchaseSchema,
      prepare: withoutBlankTail,
      command: async (sent) => {
        const { db, projectId, run } = sent
        const { again: _seen, ...purchase } = sent.value
        const { duplicates } = await sent.page()
        const refused = await refuseDuplicates(sent, duplicates, LOOK_FIRST)
        if (refused) return refused
        const lines = await readLines(db, projectId, purchase.lines)
        if (!lines.ok) return lines
        return run('create_purchase', { p_purchase: { ...purchase, lines: lines.data } })
      },
      done: ({ id, po_no, memo_no, memo_status }) => ({
        to: paths.inventory.purchase(id),
        text: memo_no
          ? `${po_no} saved; ${memo_status === 'pending' ? `credit memo ${memo_no} is pending approval` : `${memo_no} credits the customer`}.`
          : `${po_no} saved; stock updated.`,
      }),
    }),
    paste: async ({ db, projectId, form, picks }) =>
      reply({ ...(await paste(db, projectId, form)), picks: await picks() }, 200),
  }),
})

const LOOK_FIRST = 'Review it, then select this or correct the number.'

/** Records a purchase or return with its lines in one transaction. */
export default function PurchaseAdd() {
  const data = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  // Lines that the server filled in need a new form that starts with them.
  const beginning = useRef('')
  if (answered?.filled) beginning.current = answered.filled
  return (
    <>
      <PageHeader
        title="Add purchase"
        crumbs={[{ label: 'Purchases', to: paths.inventory.purchases }]}
        description={data.copied ? `Copied from ${data.copied}; nothing is saved yet.` : null}
      />
      <PurchaseForm
        key={`${useFormKey()} ${beginning.current}`}
        {...data}
        products={merged(data.products, answered?.products)}
        answer={answered}
      />
    </>
  )
}

function merged<P extends { id: string }>(products: P[], more: P[] | undefined): P[] {
  const known = new Set(products.map(({ id }) => id))
  return [...products, ...(more ?? []).filter(({ id }) => !known.has(id))]
}
