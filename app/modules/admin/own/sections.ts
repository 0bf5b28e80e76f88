import { SECTIONS, type SettingsSection } from '../projects/sections'

/** The sections that the administrator alone changes; the database refuses their fields to others. */
const ADMIN_SECTIONS: readonly SettingsSection[] = ['region', 'duties']

/** The sections that General Manager and Owner change in their own project. */
export const OWN_SECTIONS = SECTIONS.filter(({ key }) => !ADMIN_SECTIONS.includes(key))
