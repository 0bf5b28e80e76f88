import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { ChequeOverlay } from './components/ChequeOverlay'
import { LayoutForm } from './components/LayoutForm'
import { layoutSchema } from './layout'
import { readLayout, saveLayout } from './layout.server'
import { sampleOf } from './sample'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Cheque layout ${data?.account.bank ?? ''} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.read')
  return {
    account: await readLayout(db, project.projectId, params.id ?? ''),
    mayWrite: project.permissions.includes('masters.write'),
    project: project.projectId,
    sample: sampleOf(project.currency, today(project.timeZone)),
  }
}

export const action = formAction({
  permission: 'masters.write',
  document: ({ db, projectId, id }) => readLayout(db, projectId, id),
  schema: layoutSchema,
  command: ({ db, projectId, form, document: { id }, value }) =>
    saveLayout(db, projectId, id, Number(form.get('version')) || null, value),
  done: 'Saved. Print a test page to see it.',
})

/** Edits the cheque layout of an account, with a preview. */
export default function LayoutPage() {
  const { account, mayWrite, project, sample } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title={`${account.bank} · ${account.accountNo}`}
        crumbs={[
          { label: 'Cheques issued', to: paths.expenses.cheques },
          { label: 'Cheque layouts', to: paths.expenses.chequeLayouts },
        ]}
        description="Millimeters from the left and top edge of the cheque. Print a test page on plain paper, compare it with a cheque, and adjust."
        actions={
          <LinkButton to={paths.expenses.chequeLayoutTest(account.id)} variant="primary">
            Test page
          </LinkButton>
        }
      />
      <Panel title="Preview">
        <ChequeOverlay
          facts={sample}
          layout={account.layout}
          label="Preview of a printed cheque"
          cropped
        />
      </Panel>
      {mayWrite ? (
        <LayoutForm
          // Each saved version resets the form, so that the next save starts from it.
          key={account.version}
          account={account}
          project={project}
          lastResult={lastResult}
        />
      ) : null}
    </>
  )
}
