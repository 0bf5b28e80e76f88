import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listAgents, listAgentsEver, namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey, readForm, readIdempotencyKey } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { today } from '~/platform/values/dates'
import { PageHeader } from '~/ui/PageHeader'
import { transferCustomers } from './commands.server'
import { Candidates } from './components/Candidates'
import { TransferForm } from './components/TransferForm'
import { TransferPreview } from './components/TransferPreview'
import { customersIn, readTransferFilters } from './filters'
import { listCandidates, type Preview, previewTransfer } from './queries.server'
import { chosenSchema, transferSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Transfer customers · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.transfer')
  const { projectId } = project
  const named = customersIn(request.url)
  const [agents, owners, names, found, preview] = await Promise.all([
    listAgents(db, projectId),
    listAgentsEver(db, projectId),
    namesOf(db, projectId),
    listCandidates(db, projectId, readTransferFilters(request.url)),
    named.length > 0 ? previewTransfer(db, projectId, named) : null,
  ])
  if (preview && preview.rows.length === 0) throw problem(404)
  return {
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
    today: today(project.timeZone),
    currency: project.currency,
    agents: agents.map(({ id, name }) => ({ value: id, label: name })),
    owners: owners.map(({ id, name }) => ({ value: id, label: name })),
    names: Object.fromEntries(names),
    found,
    preview,
  }
}

/** The action's answer: the preview of the chosen customers, and the errors. */
interface Answer {
  preview: Preview | null
  result: SubmissionResult<string[]> | null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.transfer')
  const { projectId } = project
  const form = await readForm(request, project)
  switch (form.get('intent')) {
    case 'transfer':
      return transfer(db, projectId, form)
    case 'preview-all': {
      const { rows, count } = await listCandidates(db, projectId, readTransferFilters(request.url))
      // The button is not shown when there are too many customers.
      if (rows.length < count) throw problem(400)
      return previewed(
        db,
        projectId,
        rows.map(({ id }) => id),
      )
    }
    default: {
      const submission = parseWithZod(form, { schema: chosenSchema })
      if (submission.status !== 'success')
        return reply<Answer>({ preview: null, result: submission.reply() }, 422)
      return previewed(db, projectId, submission.value.customer_ids)
    }
  }
}

async function previewed(db: Db, projectId: string, customers: readonly string[]) {
  const preview = await previewTransfer(db, projectId, customers)
  if (preview.rows.length === 0) throw problem(404)
  return reply<Answer>({ preview, result: null }, 200)
}

async function transfer(db: Db, projectId: string, form: FormData) {
  const submission = parseWithZod(form, { schema: transferSchema })
  const again = async (result: SubmissionResult<string[]>, status: number) => {
    const chosen = form.getAll('customer_ids').filter((id) => typeof id === 'string')
    const preview = await previewTransfer(db, projectId, chosen)
    return reply<Answer>({ preview, result }, status)
  }
  if (submission.status !== 'success') return again(submission.reply(), 422)
  const result = await transferCustomers(db, projectId, readIdempotencyKey(form), submission.value)
  if (!result.ok) {
    const { field, message, status } = result.error
    const at = field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] }
    return again(submission.reply(at), status)
  }
  const { customers, bookings } = result.data
  const along =
    bookings === 0 ? '' : `, ${bookings} pending ${bookings === 1 ? 'booking' : 'bookings'} too`
  const who = customers === 1 ? 'One customer is' : `${customers} customers are`
  return redirectWithToast(paths.customers.transfers, `${who} transferred${along}.`)
}

/** Transfers customers to another agent: select, preview, confirm. */
export default function TransferAdd() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answer | undefined
  const preview = answer ? answer.preview : data.preview
  const lastResult = answer?.result ?? null
  return (
    <>
      <PageHeader
        title="Transfer customers"
        crumbs={[{ label: 'Transfers', to: paths.customers.transfers }]}
        description={
          preview
            ? undefined
            : 'Choose who goes to another agent. Balances, cheques and pending bookings are shown before anything happens.'
        }
      />
      {preview ? (
        <>
          <TransferPreview preview={preview} names={data.names} currency={data.currency} />
          <TransferForm {...data} preview={preview} lastResult={lastResult} />
        </>
      ) : (
        <Candidates
          {...data}
          agents={data.owners}
          candidates={data.found.rows}
          count={data.found.count}
          lastResult={lastResult}
        />
      )}
    </>
  )
}
