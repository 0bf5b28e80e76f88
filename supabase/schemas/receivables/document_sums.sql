-- Sums of all bookings, receipts and vouchers of a project, kept so that a list without filters does not add up every row of the company.
-- See docs/decisions/0056.

create table private.document_sums (
  project_id uuid not null,
  -- booking, voucher, or the type of a part of a receipt
  kind text not null,
  -- The approval status of a receipt, the status of a voucher; cancelled or active of a booking.
  status text not null,
  parts bigint not null,
  documents bigint not null,
  amount numeric(18,2) not null,
  reversed numeric(18,2) not null
);
create index document_sums_project_idx on private.document_sums (project_id);
select private.bound_columns('private.document_sums');
comment on table private.document_sums is
  'The sum of its rows is the number and the amount of all bookings, receipts and vouchers. Each change of one adds rows, with no key, so that commands do not wait for each other; private.fold_document_sums makes few of many. parts: of receipts; documents: bookings, vouchers, and receipts by their first part.';

create or replace function private.keep_receipt_sums() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into private.document_sums values (old.project_id, old.collection_type, old.approval_status, -1, -(old.part_no = 1)::int, -old.amount, -old.reversed),
      (new.project_id, new.collection_type, new.approval_status, 1, (new.part_no = 1)::int, new.amount, new.reversed);
  elsif tg_op = 'DELETE' then
    insert into private.document_sums values (old.project_id, old.collection_type, old.approval_status, -1, -(old.part_no = 1)::int, -old.amount, -old.reversed);
  else
    insert into private.document_sums values (new.project_id, new.collection_type, new.approval_status, 1, (new.part_no = 1)::int, new.amount, new.reversed);
  end if;
  return null;
end $$;
comment on function private.keep_receipt_sums is 'Trigger of receipts: keeps private.document_sums.';
create trigger keep_sums after insert or delete on public.collections for each row execute function private.keep_receipt_sums();
create trigger keep_changed_sums after update on public.collections for each row
  when (old.collection_type <> new.collection_type or old.approval_status <> new.approval_status or old.part_no <> new.part_no or old.amount <> new.amount or old.reversed <> new.reversed)
  execute function private.keep_receipt_sums();

create or replace function private.keep_booking_sums() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.document_sums values (old.project_id, 'booking', case old.stage when 'cancelled' then 'cancelled' else 'active' end, 0, -1, -old.total, 0);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.document_sums values (new.project_id, 'booking', case new.stage when 'cancelled' then 'cancelled' else 'active' end, 0, 1, new.total, 0);
  end if;
  return null;
end $$;
comment on function private.keep_booking_sums is 'Trigger of bookings: keeps private.document_sums.';
create trigger keep_sums after insert or delete on public.bookings for each row execute function private.keep_booking_sums();
create trigger keep_changed_sums after update on public.bookings for each row
  when (old.total <> new.total or (old.stage = 'cancelled') <> (new.stage = 'cancelled'))
  execute function private.keep_booking_sums();

create or replace function private.keep_voucher_sums() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.document_sums values (old.project_id, 'voucher', old.status, 0, -1, -old.total, 0);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.document_sums values (new.project_id, 'voucher', new.status, 0, 1, new.total, 0);
  end if;
  return null;
end $$;
comment on function private.keep_voucher_sums is 'Trigger of vouchers: keeps private.document_sums.';
create trigger keep_sums after insert or delete on public.vouchers for each row execute function private.keep_voucher_sums();
create trigger keep_changed_sums after update on public.vouchers for each row
  when (old.total <> new.total or old.status <> new.status)
  execute function private.keep_voucher_sums();

create or replace function private.rows_summed(p_projects uuid[] default null)
returns table (project_id uuid, kind text, status text, parts bigint, documents bigint, amount numeric, reversed numeric)
language sql stable security definer set search_path = '' as $$
  select c.project_id, c.collection_type, c.approval_status, count(*), count(*) filter (where c.part_no = 1), sum(c.amount), sum(c.reversed)
  from public.collections c where p_projects is null or c.project_id = any (p_projects) group by 1, 2, 3
  union all
  select b.project_id, 'booking', case b.stage when 'cancelled' then 'cancelled' else 'active' end, 0, count(*), sum(b.total), 0.00
  from public.bookings b where p_projects is null or b.project_id = any (p_projects) group by 1, 2, 3
  union all
  select v.project_id, 'voucher', v.status, 0, count(*), sum(v.total), 0.00
  from public.vouchers v where p_projects is null or v.project_id = any (p_projects) group by 1, 2, 3
$$;
comment on function private.rows_summed is 'Returns what private.document_sums keeps of these projects (null: all), from the rows.';

create or replace function private.keep_all_document_sums() returns void
language sql set search_path = '' as $$
  delete from private.document_sums where true;
  insert into private.document_sums select r.* from private.rows_summed() r;
$$;
comment on function private.keep_all_document_sums is 'Keeps the sums of all documents anew: after an upgrade, and where rows were loaded past the triggers.';

create or replace function private.fold_document_sums(p_project uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from private.document_sums s where s.project_id = p_project) < 100 then return; end if;
  -- A reader sees the rows before or after. Rows that another fold has taken are left to it.
  with taken as (
    select s.ctid as place from private.document_sums s where s.project_id = p_project for update skip locked
  ), gone as (
    delete from private.document_sums s using taken t where s.ctid = t.place
    returning s.project_id, s.kind, s.status, s.parts, s.documents, s.amount, s.reversed
  )
  insert into private.document_sums
  select g.project_id, g.kind, g.status, sum(g.parts), sum(g.documents), sum(g.amount), sum(g.reversed) from gone g group by 1, 2, 3;
end $$;
comment on function private.fold_document_sums is
  'Makes one row by kind and status of the rows of private.document_sums, once they are many. Each sign-in calls it for the projects of the person.';

create or replace function private.sums_of_receipts(p_project uuid, p_status text)
returns table (type text, status text, parts bigint, receipts bigint, amount numeric, reversed numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.authorize(p_project, 'collections.read') <> 'all' then perform private.forbid(); end if;
  return query
  select s.kind, s.status, sum(s.parts)::bigint, sum(s.documents)::bigint, sum(s.amount), sum(s.reversed) from private.document_sums s
  where s.project_id = p_project and s.kind not in ('booking', 'voucher') and (p_status is null or s.status = p_status)
  group by 1, 2 having sum(s.parts) <> 0;
end $$;
comment on function private.sums_of_receipts is
  'Returns number and sums of all receipts of a project by type and status: their parts, and receipts by their first part. p_status: one status, or null for all. Errors: 42501 unless the caller reads all receipts.';

create or replace function private.sums_of_vouchers(p_project uuid, p_status text) returns table (status text, vouchers bigint, total numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.authorize(p_project, 'vouchers.read') <> 'all' then perform private.forbid(); end if;
  return query
  select t.status, coalesce(sum(s.documents), 0)::bigint, coalesce(sum(s.amount), 0.00)
  from unnest('{pending,printed,released,cancelled}'::text[]) with ordinality t (status, position)
  left join private.document_sums s on s.project_id = p_project and s.kind = 'voucher' and s.status = t.status and (p_status is null or s.status = p_status)
  group by t.status, t.position order by t.position;
end $$;
comment on function private.sums_of_vouchers is 'Returns number and total of all vouchers of a project, one row per status. p_status: count one status alone, or null. Errors: 42501 unless the caller reads all vouchers.';

grant execute on function private.sums_of_receipts(uuid, text), private.sums_of_vouchers(uuid, text) to authenticated;
