import { NOWHERE } from './function-access.ts'

/** Functions of sessions, and of the app for the field. */
export const FIELD_FUNCTIONS = {
  begin_field_session: { needs: 'profile', args: { p_device: null, p_name: '' } },
  device_list: { needs: 'field.read', args: {} },
  field_contact: { needs: 'field.read', args: { p_contact: {} } },
  field_approvals: { needs: 'bookings.override', args: {} },
  field_team: { needs: 'field.read', args: {} },
  field_returns: { needs: ['warehouse.decide', 'returns.decide'], args: {} },
  field_bought: { needs: 'bookings.write', args: {} },
  field_month: { needs: 'field.read', args: {} },
  field_snapshot: { needs: 'field.read', args: {} },
  field_act_list: { needs: 'field.read', args: { p_filters: {} } },
  decide_field_act: {
    needs: 'field.read',
    args: { p_act: NOWHERE, p_version: 1, p_decision: {} },
  },
  take_act_file: { needs: 'field.write', args: { p_file: {} } },
  send_field_act: { needs: 'field.read', args: { p_act: {} } },
  lock_device: {
    needs: 'field.write',
    args: { p_device: NOWHERE, p_version: 1, p_locked: true, p_reason: '' },
  },
  route_days: { needs: 'field.read', args: {} },
  route_of: { needs: 'field.read', args: { p_agent: NOWHERE, p_weekday: 1 } },
  places_of_visits: { needs: 'visits.locate', args: { p_visits: {} } },
  record_visit: { needs: ['visits.write', 'field.write'], args: { p_visit: {} } },
  save_route: { needs: 'routes.write', args: { p_route: {} } },
  assign_booklet: { needs: 'treasury.write', args: { p_booklet: {} } },
  booklet_list: { needs: 'collections.read', args: {} },
  return_booklet: {
    needs: 'treasury.write',
    args: { p_booklet: NOWHERE, p_version: 1, p_reason: '' },
  },
  end_my_sessions: { needs: 'profile', args: { p_session: NOWHERE } },
  my_sessions: { needs: 'anyone', args: {} },
  record_session: { needs: 'profile', args: { p_device: 'Browser', p_address: '127.0.0.1' } },
} as const
