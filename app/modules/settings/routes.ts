import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

/** The routes that external clients call too (docs/field-api.md). */
export const accountApiRoutes = [
  route(paths.settings.companySettings, 'modules/settings/account-api/company-settings.route.ts'),
  route(paths.settings.currentProfile, 'modules/settings/account-api/current-profile.route.ts'),
  route(paths.settings.accountName, 'modules/settings/account-api/account-name.route.ts'),
]

export const settingsRoutes = [
  route(paths.settings.page, 'modules/settings/settings.route.tsx'),
  route(paths.notifications.settings, 'modules/settings/notifications/notifications.route.tsx'),
  route(paths.admin.settings, 'modules/settings/admin-settings.route.tsx'),
]
