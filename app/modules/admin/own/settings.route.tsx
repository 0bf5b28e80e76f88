import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { PageHeader } from '~/ui/PageHeader'
import { ProjectFacts } from '../projects/components/ProjectFacts'
import { SettingsSections } from '../projects/components/SettingsSections'
import { readProject } from '../projects/queries.server'
import { letterheadSchema } from '../projects/schema'
import { readSection } from '../projects/sections'
import { settingsIntents } from '../projects/settings-actions.server'
import { OWN_SECTIONS } from './sections'

export const meta: MetaFunction = () => [{ title: 'Project settings · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'settings.write')
  const section = readSection(request.url)
  return {
    project: await readProject(db, project.projectId),
    section,
    readOnly: OWN_SECTIONS.every(({ key }) => key !== section),
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formActions({
  permission: 'settings.write',
  document: ({ db, projectId }) => readProject(db, projectId),
  intents: (intent) =>
    settingsIntents(intent, OWN_SECTIONS, {
      schemas: { details: letterheadSchema },
      write: ({ run }, p_version, p_details) => run('update_project', { p_version, p_details }),
    }),
})

/** Edits the settings of the active project, for its General Manager and Owner. */
export default function OwnSettings() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { project, section, readOnly } = data
  return (
    <>
      <PageHeader
        title="Project settings"
        actions={<LinkButton to={paths.ownProject.people}>Users</LinkButton>}
      />
      <SettingsSections
        {...data}
        own
        page={paths.ownProject.settings}
        instead={
          readOnly && section !== 'logos' ? (
            <>
              <p className="mb-4 text-muted">The administrator changes this.</p>
              <ProjectFacts project={project} section={section} />
            </>
          ) : undefined
        }
        lastResult={lastResult}
      />
    </>
  )
}
