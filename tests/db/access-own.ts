import { PERMISSIONS } from '../../app/platform/access/permissions.ts'
import { NOWHERE } from './function-access.ts'

/** Every role holds one of them. */
const MEMBERS = PERMISSIONS

/** Functions about oneself: name, sessions, notifications and the browsers that get them. */
export const OWN_FUNCTIONS = {
  end_push: { needs: 'profile', args: { p_browser: 'x' } },
  mark_notifications_read: { needs: MEMBERS, args: { p_notification: NOWHERE } },
  notification_settings: { needs: MEMBERS, args: {} },
  save_notification_settings: { needs: MEMBERS, args: { p_settings: {} } },
  save_push_subscription: { needs: MEMBERS, args: { p_subscription: { browser: 'x' } } },
  remove_push_subscription: { needs: MEMBERS, args: { p_subscription: NOWHERE } },
  unread_notifications: { needs: 'anyone', args: {} },
  change_display_name: { needs: 'profile', args: { p_display_name: 'Same name' } },
  is_command_completed: { needs: 'anyone', args: { p_idempotency_key: NOWHERE } },
} as const
