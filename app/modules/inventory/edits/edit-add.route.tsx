import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { parsePrice, partsOf } from '~/platform/values/price'
import { parseQuantity } from '~/platform/values/quantity'
import { Details } from '~/ui/Details'
import { DateText, Quantity } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import { kindLabel } from '../purchases/kinds'
import { RequestForm } from './components/RequestForm'
import { readEditLine } from './line.server'
import { requestSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Request a correction · Kalakal' }]

const lineOf = (url: string) => new URL(url).searchParams.get('line') ?? ''

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'product_edits.request')
  const { projectId } = project
  const line = await readEditLine(db, projectId, lineOf(request.url))
  return {
    line,
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
    currency: project.currency,
  }
}

export const action = formAction({
  permission: 'product_edits.request',
  document: ({ db, projectId, url }) => readEditLine(db, projectId, lineOf(url.href)),
  schema: requestSchema,
  command: async ({ run, document: line, value: { what_edit, ...request } }) => {
    const isQuantity = request.item_to_edit === 'quantity'
    const figure = isQuantity
      ? parseQuantity(what_edit, line.caseConfig)
      : parsePrice(what_edit, line)
    if (figure === null) {
      const message = isQuantity
        ? 'Enter cases and pieces, such as 3 cs + 5 pc.'
        : 'Enter a price such as 96.25, 96.25/cs or 96.25 / 12.'
      return { ok: false, error: { status: 422, code: 'figure', field: 'what_edit', message } }
    }
    const to =
      typeof figure === 'number'
        ? { what_edit: figure }
        : { what_edit: partsOf(figure).amount, what_pieces: partsOf(figure).pieces }
    return run('request_product_edit', {
      p_request: { ...request, ...to, purchase_line_id: line.id },
    })
  },
  done: (_, { document: { purchaseId } }) => ({
    to: paths.inventory.purchase(purchaseId),
    text: 'Your request is pending approval by another user who approves corrections.',
  }),
})

/** Requests a correction of one figure of a purchase line. */
export default function EditAdd() {
  const { line, project, idempotencyKey, currency } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const record = paths.inventory.purchase(line.purchaseId)
  return (
    <>
      <PageHeader
        title="Request a correction"
        description={`${line.materialCode} ${line.description}`}
        crumbs={[
          { label: 'Purchases', to: paths.inventory.purchases },
          { label: line.poNo, to: record },
        ]}
      />
      <Panel title="Current line" className="mb-4">
        <Details
          items={[
            ['PO no.', `${line.poNo}, ${kindLabel(line.kind)}`],
            ['Supplier', line.supplier],
            ['Date', <DateText key="date" value={line.dateAdded} />],
            [
              'Quantity',
              <Quantity key="qty" pieces={line.quantity} caseConfig={line.caseConfig} />,
            ],
            [`Cost (${currency})`, <Price key="cost" value={line.cost} packing={line} />],
            ['SRP', <Price key="srp" value={line.prodSrp} packing={line} />],
            ['Current SRP', <Price key="live" value={line.liveSrp} packing={line} />],
          ]}
        />
      </Panel>
      <Panel>
        <RequestForm {...{ line, project, idempotencyKey, lastResult, record }} />
      </Panel>
    </>
  )
}
