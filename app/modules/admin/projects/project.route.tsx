import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { newIdempotencyKey, readFields, readIdempotencyKey } from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { LOGO_KEYS } from '~/platform/request/logos'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { setProjectStatus } from './commands.server'
import { LogoPicture } from './components/LogoPicture'
import { ProjectActs } from './components/ProjectActs'
import { ProjectFacts } from './components/ProjectFacts'
import { ProjectPeople } from './components/ProjectPeople'
import { listProjectPeople, readProject } from './queries.server'
import { SECTIONS, type Section, sectionAddress } from './sections'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.project.name ?? 'Project'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const project = await readProject(db, params.id ?? '')
  return {
    project,
    people: await listProjectPeople(db, project.id),
    idempotencyKeys: { status: newIdempotencyKey(), remove: newIdempotencyKey() },
  }
}

const statusShape = z.enum(['active', 'inactive', 'removed'])

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db } = await requireAdmin(context)
  const form = await readFields(request)
  const status = statusShape.safeParse(form.get('status'))
  if (!status.success) throw problem(400)
  const { name } = await readProject(db, params.id ?? '')
  const result = await setProjectStatus(db, readIdempotencyKey(form), params.id ?? '', status.data)
  if (!result.ok) {
    if (result.error.status === 404) throw problem(404)
    return reply({ error: result.error.message }, result.error.status)
  }
  return status.data === 'removed'
    ? redirectWithToast(paths.admin.projects, `${name} is removed.`)
    : redirectWithToast(paths.admin.project(String(params.id)), `${name} is ${status.data}.`)
}

/** Shows one project: settings, users and status. */
export default function Project() {
  const { project, people, idempotencyKeys } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const removed = project.status === 'removed'
  return (
    <>
      <PageHeader
        title={project.name}
        badges={<StageBadge stage={project.status} />}
        crumbs={[{ label: 'Projects', to: paths.admin.projects }]}
        description={
          <>
            Added <DateText value={project.createdAt} timeZone={project.timeZone} />
          </>
        }
        actions={
          removed ? null : (
            <>
              <LinkButton to={paths.admin.projectSettings(project.id)}>Settings</LinkButton>
              <ProjectActs project={project} idempotencyKeys={idempotencyKeys} />
            </>
          )
        }
      />
      <ErrorBanner errors={answer ? [answer.error] : undefined} />
      <div className="mb-4 grid gap-4 lg:grid-cols-2">
        {SECTIONS.map(({ key, label }) => (
          <Panel
            key={key}
            title={label}
            className={WIDE.includes(key) ? 'lg:col-span-2' : undefined}
            actions={
              removed ? null : (
                <LinkButton
                  to={sectionAddress(project.id, key)}
                  variant="ghost"
                  size="sm"
                  aria-label={`Change ${label.toLowerCase()}`}
                >
                  Change
                </LinkButton>
              )
            }
          >
            {key === 'logos' ? (
              <div className="grid gap-4 sm:grid-cols-2">
                {LOGO_KEYS.map((which) => (
                  <LogoPicture key={which} which={which} path={project.logos[which]} />
                ))}
              </div>
            ) : (
              <ProjectFacts project={project} section={key} />
            )}
          </Panel>
        ))}
      </div>
      <ProjectPeople project={project} people={people} />
    </>
  )
}

const WIDE: Section[] = ['details', 'categories', 'logos']
