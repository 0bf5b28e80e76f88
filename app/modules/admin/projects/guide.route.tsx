import type { SubmissionResult } from '@conform-to/react'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { adminAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { FirstUserLink } from './components/FirstUserLink'
import { GuideForm } from './components/GuideForm'
import { asksFirstDecisions, decideOnce, type FirstUser, showLink } from './guide.server'
import { guideSchema } from './guide-schema'
import { listProjectPeople, readProject } from './queries.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `First decisions of ${data?.project.name ?? 'a project'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, user } = await requireAdmin(context)
  const project = await readProject(db, params.id ?? '')
  return {
    project,
    isAsked: asksFirstDecisions(project, await listProjectPeople(db, project.id)),
    name: user.displayName,
    address: `${user.email.split('@')[0]}.office`,
    idempotencyKey: newIdempotencyKey(),
  }
}

interface Answer {
  lastResult: SubmissionResult<string[]> | null
  first: FirstUser | null
}

export const action = adminAction({
  document: ({ db, id }) => readProject(db, id),
  schema: guideSchema,
  answer: (lastResult): Answer => ({ lastResult, first: null }),
  command: decideOnce,
  done: showLink,
})

/** Asks what a new project decides, with an answer to each question that suits most, and opens its first account. */
export default function Guide() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as Answer | undefined
  const { project, isAsked } = data
  const { first, lastResult } = answer ?? {}
  return (
    <>
      <PageHeader
        title={first ? `${project.name} is ready` : 'First decisions'}
        crumbs={[
          { label: 'Projects', to: paths.admin.projects },
          { label: project.name, to: paths.admin.project(project.id) },
        ]}
        description={
          isAsked
            ? 'Five questions, once. Each names the settings where the answer is changed later.'
            : undefined
        }
      />
      {first ? (
        <FirstUserLink first={first} project={project} />
      ) : isAsked || lastResult ? (
        <GuideForm {...data} lastResult={lastResult} />
      ) : (
        <Panel flush>
          <EmptyState
            line
            title="Decided"
            action={<LinkButton to={paths.admin.projectSettings(project.id)}>Settings</LinkButton>}
          >
            This project has users already. What it decided is changed in its settings.
          </EmptyState>
        </Panel>
      )}
    </>
  )
}
