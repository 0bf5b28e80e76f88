-- Credit memos and debit memos: numbers and locks. See docs/domain.md, Memos, and docs/decisions/0037.

create or replace function private.memo_limit(p_project uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select (private.project_setting(p_project, 'memo_approval_above') #>> '{}')::numeric
$$;
comment on function private.memo_limit is 'Returns the amount above which a memo waits for approval; null = none does.';
grant execute on function private.memo_limit(uuid) to authenticated;

create or replace function private.booking_of_lines(p_project uuid, p_memo uuid) returns uuid
language sql stable security invoker set search_path = '' as $$
  select l.booking_id from public.memo_lines m
  join public.booking_lines l on l.project_id = m.project_id and l.id = m.line_id
  where m.project_id = p_project and m.memo_id = p_memo limit 1
$$;
comment on function private.booking_of_lines is
  'Returns the booking of whose lines a memo is; null for a memo without lines, and where the caller may not read that booking.';
grant execute on function private.booking_of_lines(uuid, uuid) to authenticated;

create or replace function private.draw_memo_no(p_project uuid, p_kind text) returns text
language sql security definer set search_path = '' as $$
  select private.lock_closing(p_project);
  update public.projects set credit_memo_count = credit_memo_count + (p_kind = 'credit')::int,
    debit_memo_count = debit_memo_count + (p_kind = 'debit')::int
  where id = p_project
  returning case p_kind when 'credit' then 'CM-' else 'DM-' end
    || lpad((case p_kind when 'credit' then credit_memo_count else debit_memo_count end)::text, 6, '0')
$$;
comment on function private.draw_memo_no is
  'Draws the next number of credit memos (CM-) or of debit memos (DM-). Rows of documents and of stock are locked before.';

create or replace function private.insert_memo(p_memo public.memos) returns public.memos
language plpgsql security definer set search_path = '' as $$
declare v public.memos;
begin
  insert into public.memos (project_id, memo_no, kind, on_date, customer_id, agent_id, customer_name, store_name, booking_id, purchase_id,
    request_id, reason_code, note, amount, vat_amount,
    status, created_by, approved_by, approved_at)
  select p_memo.project_id, private.draw_memo_no(p_memo.project_id, p_memo.kind), p_memo.kind, p_memo.on_date, c.id,
    p_memo.agent_id, c.name, c.store_name,
    p_memo.booking_id, p_memo.purchase_id, p_memo.request_id, p_memo.reason_code, p_memo.note, p_memo.amount,
    coalesce(p_memo.vat_amount, 0), p_memo.status, coalesce(p_memo.created_by, auth.uid()),
    case when p_memo.status = 'approved' then auth.uid() end, case when p_memo.status = 'approved' then now() end
  from public.customers c where c.project_id = p_memo.project_id and c.id = p_memo.customer_id
  returning * into v;
  return v;
end $$;
comment on function private.insert_memo is
  'Writes a memo under the next number, with the names of its customer. The caller has locked what the memo is about.';

create or replace function private.lock_memo(p_project uuid, p_memo uuid, p_version int) returns public.memos
language plpgsql security definer set search_path = '' as $$
declare v public.memos;
begin
  select * into v from public.memos m where m.project_id = p_project and m.id = p_memo for no key update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  return v;
end $$;
comment on function private.lock_memo is 'Locks and returns a memo. Raises P0002, or stale_version when p_version is not the current one.';
