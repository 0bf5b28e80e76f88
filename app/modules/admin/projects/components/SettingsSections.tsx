import type { ReactNode } from 'react'
import { repairSentences } from '~/platform/request/to-repair'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { Panel } from '~/ui/Panel'
import { Tabs } from '~/ui/Tabs'
import type { DutyRule } from '../duties.server'
import { SECTIONS, type SettingsSection, sectionAddress } from '../sections'
import { CategoriesSection } from './CategoriesSection'
import { CollectionsSection } from './CollectionsSection'
import { CreditSection } from './CreditSection'
import { DetailsSection } from './DetailsSection'
import { DutiesSection } from './DutiesSection'
import { InvoicesSection } from './InvoicesSection'
import { LogosSection } from './LogosSection'
import { NumberingSection } from './NumberingSection'
import { RegionSection, type Regions } from './RegionSection'
import type { SectionProps } from './SectionForm'
import { StockSection } from './StockSection'
import { TaxSection } from './TaxSection'
import { useSeen } from './useSeen'
import { VouchersSection } from './VouchersSection'

interface Props extends Omit<SectionProps, 'version'> {
  section: SettingsSection
  /** The address of the page, to which the tabs add their section. */
  page: string
  more?: More
  /** Stands in the place of a form that this page does not have. */
  instead?: ReactNode
}

/** Props that single sections need, each in its own only. */
interface More {
  regions?: Regions
  duties?: DutyRule[]
}

const FORMS: Record<SettingsSection, (parts: SectionProps, more: More) => ReactNode> = {
  details: (parts) => <DetailsSection {...parts} />,
  categories: (parts) => <CategoriesSection {...parts} />,
  numbering: (parts) => <NumberingSection {...parts} />,
  region: (parts, { regions }) => regions && <RegionSection {...parts} regions={regions} />,
  collections: (parts) => <CollectionsSection {...parts} />,
  stock: (parts) => <StockSection {...parts} />,
  credit: (parts) => <CreditSection {...parts} />,
  invoices: (parts) => <InvoicesSection {...parts} />,
  tax: (parts) => <TaxSection {...parts} />,
  vouchers: (parts) => <VouchersSection {...parts} />,
  duties: (parts, { duties }) => duties && <DutiesSection {...parts} list={duties} />,
  logos: (parts) => <LogosSection {...parts} />,
}

/** Edits a project's settings, one section at a time. */
export function SettingsSections({ section, page, more = {}, instead, ...props }: Props) {
  const { project, lastResult } = props
  const { version, round } = useSeen(project.version, section, lastResult !== undefined)
  const parts: SectionProps = { ...props, version }
  return (
    <>
      <ErrorBanner errors={repairSentences(project.toRepair)} />
      <Tabs
        label="Sections"
        items={SECTIONS.map(({ key, label }) => ({
          label,
          to: sectionAddress(page, key),
          current: key === section,
        }))}
      />
      <Panel key={`${section}-${round}`}>{instead ?? FORMS[section](parts, more)}</Panel>
    </>
  )
}
