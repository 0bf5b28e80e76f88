import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { adminActions } from '~/platform/forms/form-action.server'
import { PageHeader } from '~/ui/PageHeader'
import type { Regions } from './components/RegionSection'
import { SettingsSections } from './components/SettingsSections'
import { DUTY_RULES } from './duties.server'
import { readProject } from './queries.server'
import { currencyOptions, timeZoneOptions } from './region.server'
import { readSection, SECTIONS } from './sections'
import { settingsIntents } from './settings-actions.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Settings of ${data?.project.name ?? 'a project'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const project = await readProject(db, params.id ?? '')
  if (project.status === 'removed') throw redirect(paths.admin.project(project.id))
  const section = readSection(request.url)
  const regions = (): Regions => ({
    timeZones: timeZoneOptions(project.timeZone),
    currencies: currencyOptions(),
  })
  return {
    project,
    section,
    more:
      section === 'region'
        ? { regions: regions() }
        : section === 'duties'
          ? { duties: DUTY_RULES }
          : {},
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = adminActions({
  document: ({ db, id }) => readProject(db, id),
  intents: (intent) =>
    settingsIntents(intent, SECTIONS, {
      schemas: {},
      write: ({ run, id }, p_version, p_details) =>
        run('update_project', { p_project: id, p_version, p_details }),
    }),
})

/** Edits a project's settings, one section at a time. */
export default function ProjectSettings() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { project } = data
  return (
    <>
      <PageHeader
        title="Settings"
        crumbs={[
          { label: 'Projects', to: paths.admin.projects },
          { label: project.name, to: paths.admin.project(project.id) },
        ]}
      />
      <SettingsSections
        {...data}
        own={false}
        page={paths.admin.projectSettings(project.id)}
        lastResult={lastResult}
      />
    </>
  )
}
