import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { orNotFound } from '~/platform/db/command.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { adminActions } from '~/platform/forms/form-action.server'
import { LOGO_KEYS } from '~/platform/request/logos'
import { repairSentences } from '~/platform/request/to-repair'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { LogoPicture } from './components/LogoPicture'
import { ProjectActions } from './components/ProjectActions'
import { ProjectFacts } from './components/ProjectFacts'
import { ProjectPeople } from './components/ProjectPeople'
import { asksFirstDecisions } from './guide.server'
import { listProjectPeople, readProject } from './queries.server'
import { SECTIONS, type SettingsSection, sectionAddress } from './sections'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.project.name ?? 'Project'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const project = await readProject(db, params.id ?? '')
  const people = await listProjectPeople(db, project.id)
  return {
    project,
    people,
    isAsked: asksFirstDecisions(project, people),
    idempotencyKeys: { status: newIdempotencyKey(), remove: newIdempotencyKey() },
  }
}

/** Deactivates, reactivates or removes a project, at the next request of its users. */
export const action = adminActions({
  document: ({ db, id }) => readProject(db, id),
  answer: (_, _sent, error) => ({ error: error?.message ?? '' }),
  intentOf: (form) => String(form.get('status') ?? ''),
  intents: (intent) => {
    const set = (status: 'active' | 'inactive' | 'removed') =>
      intent({
        schema: z.object({}),
        command: ({ run, id }) =>
          orNotFound(run('remove_project', { p_project: id, p_status: status })),
        done: (_, { document: { name } }) => ({
          to: status === 'removed' ? paths.admin.projects : undefined,
          text: `${name} is ${status}.`,
        }),
      })
    return { active: set('active'), inactive: set('inactive'), removed: set('removed') }
  },
})

/** Shows one project: settings, users and status. */
export default function Project() {
  const { project, people, isAsked, idempotencyKeys } = useLoaderData<typeof loader>()
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
              {isAsked ? (
                <LinkButton to={paths.admin.projectGuide(project.id)} variant="primary">
                  First decisions
                </LinkButton>
              ) : null}
              <LinkButton to={paths.admin.projectSettings(project.id)}>Settings</LinkButton>
            </>
          )
        }
        more={
          removed ? null : <ProjectActions project={project} idempotencyKeys={idempotencyKeys} />
        }
      />
      <ErrorBanner errors={answer ? [answer.error] : undefined} />
      <ErrorBanner errors={repairSentences(project.toRepair)} />
      <div className="mb-4 grid gap-4 lg:grid-cols-2">
        {SECTIONS.map(({ key, label }) => (
          <Panel
            key={key}
            title={label}
            className={WIDE.includes(key) ? 'lg:col-span-2' : undefined}
            actions={
              removed ? null : (
                <LinkButton
                  to={sectionAddress(paths.admin.projectSettings(project.id), key)}
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

const WIDE: SettingsSection[] = ['details', 'categories', 'logos']
