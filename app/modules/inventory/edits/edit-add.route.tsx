import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { parseMoney } from '~/platform/values/money'
import { parseQuantity } from '~/platform/values/quantity'
import { Details } from '~/ui/Details'
import { DateText, Money, Quantity } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
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
    const figure = isQuantity ? parseQuantity(what_edit, line.caseConfig) : parseMoney(what_edit)
    if (figure === null) {
      const message = isQuantity
        ? 'Enter cases and pieces, such as 3 cs + 5 pc.'
        : 'Enter an amount such as 1,234.50.'
      return { ok: false, error: { status: 422, code: 'figure', field: 'what_edit', message } }
    }
    return run('request_product_edit', {
      p_request: { ...request, what_edit: figure, purchase_line_id: line.id },
    })
  },
  done: (_, { document: { purchaseId } }) => ({
    to: paths.inventory.purchase(purchaseId),
    text: 'Your request waits for a General Manager or the Owner.',
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
      <Panel title="The line as it stands" className="mb-4">
        <Details
          items={[
            ['Record', `${line.poNo}, ${kindLabel(line.kind)}`],
            ['Supplier', line.supplier],
            ['Date', <DateText key="date" value={line.dateAdded} />],
            [
              'Quantity',
              <Quantity key="qty" pieces={line.quantity} caseConfig={line.caseConfig} />,
            ],
            [`Cost (${currency})`, <Money key="cost" value={line.cost} />],
            ['SRP', <Money key="srp" value={line.prodSrp} />],
            ['Live SRP now', <Money key="live" value={line.liveSrp} />],
          ]}
        />
      </Panel>
      <Panel>
        <RequestForm {...{ line, project, idempotencyKey, lastResult, record }} />
      </Panel>
    </>
  )
}
