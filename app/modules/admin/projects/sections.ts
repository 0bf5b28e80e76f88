import type { FormSection } from './schema'

export type SettingsSection = FormSection | 'logos'

/** The sections of a project's settings, in the order of their tabs. */
export const SECTIONS: readonly { key: SettingsSection; label: string }[] = [
  { key: 'details', label: 'Details' },
  { key: 'categories', label: 'Categories' },
  { key: 'numbering', label: 'Numbering' },
  { key: 'region', label: 'Region' },
  { key: 'collections', label: 'Collections and aging' },
  { key: 'stock', label: 'Stock' },
  { key: 'credit', label: 'Credit' },
  { key: 'invoices', label: 'Invoices' },
  { key: 'tax', label: 'Tax papers' },
  { key: 'vouchers', label: 'Vouchers' },
  { key: 'duties', label: 'Separation of duties' },
  { key: 'logos', label: 'Logos' },
]

/** Returns the address of a section, on the page of these settings. */
export function sectionAddress(page: string, section: SettingsSection): string {
  return section === 'details' ? page : `${page}?section=${section}`
}

/** Returns the section in an address; the first one when the address names none. */
export function readSection(url: string): SettingsSection {
  const section = new URL(url).searchParams.get('section')
  return SECTIONS.find(({ key }) => key === section)?.key ?? 'details'
}
