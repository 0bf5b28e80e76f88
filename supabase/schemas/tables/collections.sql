-- Collections (parts of receipts) and their allocations to bookings. See docs/domain.md, Collections.

create table public.collections (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  -- The first part of the same receipt; its own id for a receipt of one part.
  receipt_id uuid not null,
  part_no int not null default 1 check (part_no between 1 and 20),
  customer_id uuid not null,
  agent_id uuid not null,
  collector_id uuid,
  collection_type text not null check (collection_type in ('cash', 'cheque', 'bank_transfer', 'withholding')),
  amount numeric(14,2) not null check (amount > 0),
  cr_no text not null,
  cr_date date not null,
  drr_no text,
  drr_date date,
  date_collected date not null,
  -- Null = nobody noted the time: it was recorded on a later day.
  time_collected time,
  approval_status text not null default 'pending' check (approval_status in ('pending', 'approved', 'cancelled')),
  data_status text not null default 'active' check (data_status in ('active')),
  cheque_bank text,
  cheque_no text,
  cheque_date date,
  cheque_state text check (cheque_state in ('on_hand', 'deposited', 'cleared', 'returned', 'replaced')),
  cheque_cleared_on date,
  bank_id uuid,
  reference_no text check (reference_no is null or collection_type in ('bank_transfer', 'withholding')),
  from_archive boolean not null default false,
  reversed numeric(14,2) not null default 0 check (reversed in (0, amount)),
  approved_by uuid,
  approved_at timestamptz,
  -- Through which day the books were closed when it was approved: CR and DRR dates of those days count on the day of its entry.
  books_closed date,
  cancel_reason text,
  -- The day on which a cancelled receipt whose DRR date was closed counts below zero by that date.
  opposite_on date,
  paid_back_on date,
  -- The bank account that it was paid back from; null = cash of the office.
  -- No foreign key: with a second one to banks, API queries that embed the bank of a receipt would be ambiguous.
  paid_back_bank_id uuid,
  paid_back_no text,
  paid_back_reason text,
  paid_back_by uuid,
  paid_back_at timestamptz,
  remarks text,
  -- Text in which the list is searched, besides customers and bookings.
  search_key text not null generated always as (
    private.search_text(cr_no || ' ' || coalesce(drr_no, '') || ' ' || coalesce(cheque_no, '') || ' ' || coalesce(cheque_bank, ''))) stored,
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, customer_id) references public.customers,
  foreign key (project_id, agent_id) references public.memberships,
  foreign key (project_id, collector_id) references public.memberships,
  foreign key (project_id, receipt_id) references public.collections,
  constraint collections_part_check check ((part_no = 1) = (receipt_id = id)),
  constraint collections_cheque_check check (
    (collection_type = 'cheque') = (cheque_no is not null and cheque_bank is not null and cheque_date is not null
      and cheque_state is not null)),
  -- Bank account that received a transfer; required at the latest on approval.
  constraint collections_bank_check check (
    case when collection_type = 'bank_transfer' then bank_id is not null or approval_status <> 'approved' else bank_id is null end),
  constraint collections_paid_back_check check (
    num_nonnulls(paid_back_on, paid_back_no, paid_back_reason, paid_back_by, paid_back_at) in (0, 5)
    and (paid_back_bank_id is null or paid_back_on is not null)
    and (paid_back_on is null
      or (approval_status = 'approved' and reversed = amount and collection_type <> 'withholding' and not from_archive)))
);
-- Each receipt has a part 1, so no two receipts have one CR number.
create unique index collections_cr_no_key on public.collections (project_id, cr_no, part_no);
create unique index collections_part_key on public.collections (project_id, receipt_id, part_no);
create unique index collections_cheque_key on public.collections (project_id, cheque_bank, cheque_no) where cheque_no is not null;
-- The index includes the columns that collection_totals sums and the policy reads.
create index collections_list_idx on public.collections (project_id, date_collected desc, id desc)
  include (agent_id, collector_id, created_by, collection_type, approval_status, part_no, amount, reversed, from_archive);
create index collections_status_idx on public.collections (project_id, approval_status, date_collected desc, id desc) where part_no = 1;
create index collections_customer_idx on public.collections (project_id, customer_id, date_collected desc, id desc);
create index collections_agent_idx on public.collections (project_id, agent_id, date_collected desc, id desc);
create index collections_collector_idx on public.collections (project_id, collector_id, date_collected desc, id desc)
  where collector_id is not null;
create index collections_cr_date_idx on public.collections (project_id, cr_date);
create index collections_drr_date_idx on public.collections (project_id, drr_date) where drr_date is not null;
create index collections_cleared_on_idx on public.collections (project_id, cheque_cleared_on, id) where cheque_cleared_on is not null;
create index collections_own_idx on public.collections (project_id, created_by, id desc) where part_no = 1 and not from_archive;
create index collections_series_idx on public.collections (project_id, private.invoice_series(cr_no), private.invoice_serial(cr_no))
  include (cr_no, cr_date, id) where not from_archive and part_no = 1;
comment on table public.collections is
  'Parts of receipts of customers: cash, cheque, bank transfer or withholding, against one or many bookings; what is not allocated is the '
  'customer''s unapplied credit. receipt_id: the first part; parts of a receipt share CR number, dates, customer, agent, collector, '
  'approval and remittance. reference_no: of a transfer, or number of a withholding certificate. reversed: amount of a returned or '
  'replaced cheque, or of a receipt that was paid back, which no longer counts. paid_back_on and the columns beside it: how the money was '
  'given back to the customer. collector_id: the user who took it in the field and has to remit it; null = taken at the office. '
  'from_archive: settles an archived booking on paper; no money came in.';

create table public.collection_allocations (
  project_id uuid not null,
  id bigint generated always as identity,
  collection_id uuid not null,
  booking_id uuid not null,
  so_no text not null,
  amount numeric(14,2) not null check (amount <> 0),
  effective_on date not null,
  created_at timestamptz not null default now(),
  created_by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, collection_id) references public.collections,
  foreign key (project_id, booking_id) references public.bookings
);
create index collection_allocations_collection_idx on public.collection_allocations (project_id, collection_id);
create index collection_allocations_booking_idx on public.collection_allocations (project_id, booking_id);
comment on table public.collection_allocations is
  'Allocations of receipts to bookings, with the date from which they count. Insert-only: an excess is reversed by an opposite row and '
  'becomes unapplied credit. Rows count only while their collection is approved.';
-- Rows that an undone import removes are in the trail, so that reports as known at an earlier moment have them.
select private.guard_table('public.collection_allocations', p_append_only => true, p_deletable => true, p_audit => '{delete}',
  p_read => '{collections.read}', p_part_of => 'public.collections');

create or replace function private.refuse_deleting_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
declare v_receipt uuid;
begin
  if tg_table_name = 'collections' then v_receipt := old.receipt_id;
  else
    select c.receipt_id into v_receipt from public.collections c where c.project_id = old.project_id and c.id = old.collection_id;
  end if;
  if exists (select from private.import_records r join public.imports i on i.project_id = r.project_id and i.id = r.import_id
      join public.collections c on c.project_id = r.project_id and c.id = r.record_id
      where r.project_id = old.project_id and r.record_id = v_receipt and i.undone_at = now() and c.approval_status = 'pending') then
    return old;
  end if;
  raise exception using errcode = '42501', hint = 'append_only',
    message = format('%s is append-only: a correction is an opposite row.', tg_table_name);
end $$;
comment on function private.refuse_deleting_receipt is
  'Trigger: refuses to delete a receipt or an allocation by anyone, but for pending ones of an import that is undone in this transaction. '
  'They counted nowhere, and their numbers are to come again.';
create trigger refuse_deleting before delete on public.collection_allocations
  for each row execute function private.refuse_deleting_receipt();

create or replace function private.begin_receipt() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.receipt_id := coalesce(new.receipt_id, new.id);
  return new;
end $$;
comment on function private.begin_receipt is 'Trigger: a part that belongs to no receipt begins one.';
create trigger begin_receipt before insert on public.collections for each row execute function private.begin_receipt();
-- Amounts and identity of a receipt, and its payment back, change by nobody.
create trigger keep_money before update of receipt_id, part_no, amount, collection_type, cr_no, date_collected, collector_id
  on public.collections for each row
  execute function private.refuse_change('A receipt cannot be changed: cancel it and record it again.');
create or replace function private.expect_merged() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.customer_id = old.customer_id or exists (select from public.customers c
    where c.project_id = old.project_id and c.id = old.customer_id and c.merged_into = new.customer_id) then return new; end if;
  raise exception using errcode = '42501', hint = 'append_only',
    message = 'A receipt goes only to the customer that its own is merged into.';
end $$;
comment on function private.expect_merged is 'Trigger: keeps the customer of a receipt, but for one that was merged into another.';
create trigger keep_customer before update of customer_id on public.collections for each row execute function private.expect_merged();
create trigger keep_payment_back
  before update of paid_back_on, paid_back_bank_id, paid_back_no, paid_back_reason, paid_back_by, paid_back_at, reversed
  on public.collections for each row when (old.paid_back_on is not null)
  execute function private.refuse_change('A payment back to the customer cannot be changed.');
create trigger append_only before delete on public.collections for each row execute function private.refuse_deleting_receipt();
select private.guard_table('public.collections');
grant select on public.collections to authenticated;

create policy collections_select on public.collections for select to authenticated
  using (
    project_id = any ((select private.projects_with('collections.read'))::uuid[])
    or case
      when project_id = any ((select private.projects_with('collections.read', 'own'))::uuid[])
        then agent_id = (select auth.uid()) or created_by = (select auth.uid()) or collector_id = (select auth.uid())
      when project_id = any ((select private.projects_with('collections.read', 'team'))::uuid[])
        then agent_id = any ((select private.my_agents())::uuid[]) or collector_id = any ((select private.my_agents())::uuid[])
      else false end);

create index collections_pending_idx on public.collections (project_id, date_collected, id) where approval_status = 'pending';
-- Receipts are allocated beside those of their customers that wait.
create index collections_pending_customer_idx on public.collections (project_id, customer_id) where approval_status = 'pending';

-- The index includes the columns that cheque_totals sums and the policy reads.
create index collections_cheques_idx on public.collections (project_id, cheque_state, cheque_date, id)
  include (amount, agent_id, collector_id, created_by)
  where collection_type = 'cheque' and approval_status = 'approved';

create index collections_paid_back_idx on public.collections (project_id, paid_back_on) where paid_back_on is not null;
create index collections_paid_back_bank_idx on public.collections (project_id, paid_back_bank_id, paid_back_on)
  where paid_back_bank_id is not null;

create index collections_uncleared_idx on public.collections (project_id, date_collected)
  where collection_type = 'cheque' and (cheque_cleared_on is null or approval_status <> 'approved');

create index collections_returned_idx on public.collections (project_id) where cheque_state = 'returned';
