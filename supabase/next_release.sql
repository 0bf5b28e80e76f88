-- Phones without acts that wait were noted as waiting since their last contact.
update private.device_contacts set waiting_since = null where waiting = 0 and waiting_since is not null;
update private.device_contacts set waiting_since = seen_at where waiting > 0 and waiting_since is null;

-- Acts kept the places of visits, which end after 180 days, and the trail copied them.
alter table public.field_acts disable trigger user;
update public.field_acts set facts = facts - '{begin,end}'::text[] where kind = 'visit' and facts ?| '{begin,end}'::text[];
alter table public.field_acts enable trigger user;
alter table public.audit_log disable trigger user;
update public.audit_log set before = before #- '{facts,begin}' #- '{facts,end}', after = after #- '{facts,begin}' #- '{facts,end}'
where table_name = 'field_acts' and (before -> 'facts' ?| '{begin,end}'::text[] or after -> 'facts' ?| '{begin,end}'::text[]);
alter table public.audit_log enable trigger user;

-- Sessions of phones that another company has locked.
alter table private.field_sessions add column if not exists closed_to uuid[] not null default '{}';
update private.field_sessions f set closed_to = array(select d.project_id from public.devices d
  where d.device = f.device and d.user_id = s.user_id and d.locked_at is not null)
from auth.sessions s where s.id = f.session_id;

-- These take a further argument. Databases of 1.2.0 have no record of the former ones, so that nothing else drops them.
do $$ begin
  if exists (select from private.code_objects) then return; end if;
  execute 'drop ' || 'function if exists private.verify_books(uuid), private.book_check_violations(uuid[]), '
    'private.cancel_remittance(uuid, uuid, int, text), private.cancel_purchase(uuid, uuid, int, text), '
    'private.cancel_write_off(uuid, uuid, int, text), private.cancel_credit_of_return(public.purchases, text), '
    'private.expect_after_receipt(uuid, uuid[], date, text), ' || (
      select string_agg(p.oid::regprocedure::text, ', ') from pg_proc p where p.pronamespace = 'public'::regnamespace
        and p.proname in ('cancel_remittance', 'cancel_purchase', 'cancel_write_off'));
end $$;
