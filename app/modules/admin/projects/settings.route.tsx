import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { adminActions } from '~/platform/forms/form-action.server'
import { repairSentences } from '~/platform/request/to-repair'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Tabs } from '~/ui/Tabs'
import { CategoriesSection } from './components/CategoriesSection'
import { CollectionsSection } from './components/CollectionsSection'
import { CreditSection } from './components/CreditSection'
import { DetailsSection } from './components/DetailsSection'
import { DutiesSection } from './components/DutiesSection'
import { InvoicesSection } from './components/InvoicesSection'
import { LogosSection } from './components/LogosSection'
import { NumberingSection } from './components/NumberingSection'
import { RegionSection, type Regions } from './components/RegionSection'
import type { SectionProps } from './components/SectionForm'
import { StockSection } from './components/StockSection'
import { useSeen } from './components/useSeen'
import { VouchersSection } from './components/VouchersSection'
import { DUTY_RULES } from './duties.server'
import { readProject } from './queries.server'
import { currencyOptions, timeZoneOptions } from './region.server'
import { readSection, SECTIONS, sectionAddress } from './sections'
import { settingsIntents } from './settings-actions.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Settings of ${data?.project.name ?? 'a project'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const project = await readProject(db, params.id ?? '')
  if (project.status === 'removed') throw redirect(paths.admin.project(project.id))
  const section = readSection(request.url)
  const regions: Regions | null =
    section === 'region'
      ? {
          timeZones: timeZoneOptions(project.timeZone),
          currencies: currencyOptions(),
        }
      : null
  const duties = section === 'duties' ? DUTY_RULES : []
  return { project, section, regions, duties, idempotencyKey: newIdempotencyKey() }
}

export const action = adminActions({
  document: ({ db, id }) => readProject(db, id),
  intents: (intent) => settingsIntents(intent),
})

/** Edits a project's settings, one section at a time. */
export default function ProjectSettings() {
  const { project, section, regions, duties, idempotencyKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { version, round } = useSeen(project.version, section, lastResult !== undefined)
  const parts: SectionProps = { project, idempotencyKey, version, lastResult }
  return (
    <>
      <PageHeader
        title="Settings"
        crumbs={[
          { label: 'Projects', to: paths.admin.projects },
          { label: project.name, to: paths.admin.project(project.id) },
        ]}
      />
      <ErrorBanner errors={repairSentences(project.toRepair)} />
      <Tabs
        label="Sections"
        items={SECTIONS.map(({ key, label }) => ({
          label,
          to: sectionAddress(project.id, key),
          current: key === section,
        }))}
      />
      <Panel key={`${section}-${round}`}>{formOf()}</Panel>
    </>
  )

  function formOf() {
    switch (section) {
      case 'details':
        return <DetailsSection {...parts} />
      case 'categories':
        return <CategoriesSection {...parts} />
      case 'numbering':
        return <NumberingSection {...parts} />
      case 'collections':
        return <CollectionsSection {...parts} />
      case 'stock':
        return <StockSection {...parts} />
      case 'credit':
        return <CreditSection {...parts} />
      case 'invoices':
        return <InvoicesSection {...parts} />
      case 'vouchers':
        return <VouchersSection {...parts} />
      case 'duties':
        return <DutiesSection {...parts} list={duties} />
      case 'region':
        return regions && <RegionSection {...parts} regions={regions} />
      case 'logos':
        return <LogosSection {...parts} />
    }
  }
}
