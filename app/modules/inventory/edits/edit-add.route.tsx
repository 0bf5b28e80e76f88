import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import {
  invalidReply,
  newIdempotencyKey,
  readForm,
  readIdempotencyKey,
  refusedReply,
} from '~/platform/forms/form.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { Details } from '~/ui/Details'
import { DateText, Money, Quantity } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { kindLabel } from '../purchases/kinds'
import { requestEdit } from './commands.server'
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

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'product_edits.request')
  const { projectId } = project
  const form = await readForm(request, project)
  const line = await readEditLine(db, projectId, lineOf(request.url))
  const submission = parseWithZod(form, { schema: requestSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await requestEdit(db, projectId, readIdempotencyKey(form), line, submission.value)
  if (!result.ok) return refusedReply(submission, result.error)
  return redirectWithToast(
    paths.inventory.purchase(line.purchaseId),
    'Your request waits for a General Manager or the Owner.',
  )
}

/** Requests a correction of one figure of a purchase line. */
export default function EditAdd() {
  const { line, project, idempotencyKey, currency } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
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
