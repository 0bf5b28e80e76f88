-- The receivables ledger: what each customer owes, document by document and day by day. See docs/ledgers.md.

create table public.receivable_entries (
  project_id uuid not null,
  id bigint generated always as identity,
  on_date date not null,
  kind text not null
    check (kind in ('invoice', 'opening', 'released', 'returned', 'allowance', 'credit_memo', 'debit_memo', 'archived', 'cancelled',
    'receipt', 'allocation', 'cleared', 'cheque_returned', 'redeposited', 'replaced', 'paid_back', 'merged')),
  customer_id uuid not null,
  agent_id uuid not null,
  -- Without booking: the unapplied credit of a receipt. Without receipt: invoice and credits of a booking.
  booking_id uuid,
  collection_id uuid,
  -- The credit memo of a credit, the debit memo of a debit memo's receivable.
  memo_id uuid,
  due_date date,
  amount numeric(14,2) not null,
  cleared_amount numeric(14,2) not null,
  posted_at timestamptz not null default now(),
  posted_by uuid default auth.uid(),
  primary key (project_id, id),
  constraint receivable_entries_document_check check (num_nonnulls(booking_id, collection_id) > 0),
  constraint receivable_entries_moves_check check (amount <> 0 or cleared_amount <> 0)
);
-- Reports read from this index alone.
create index receivable_entries_customer_idx on public.receivable_entries (project_id, customer_id, on_date)
  include (kind, agent_id, booking_id, collection_id, memo_id, due_date, amount, cleared_amount, posted_at);
create index receivable_entries_booking_idx on public.receivable_entries (project_id, booking_id) where booking_id is not null;
create index receivable_entries_collection_idx on public.receivable_entries (project_id, collection_id) where collection_id is not null;
-- Receipts and the journal read a period from this index alone.
create index receivable_entries_day_idx on public.receivable_entries (project_id, on_date)
  include (collection_id, booking_id, memo_id, kind, amount, cleared_amount, posted_at);
create index receivable_entries_archived_idx on public.receivable_entries (project_id, on_date)
  where kind = 'archived' and collection_id is null;
comment on table public.receivable_entries is
  'The receivables ledger, insert-only: signed money that a customer owes. amount counts receipts when they are approved, cleared_amount '
  'cheques only once they have cleared. The sum of a booking until a day is its balance on that day (below zero: an advance), the sum of '
  'entries without booking is unapplied credit. It has no foreign keys to documents: an undone import removes its documents and leaves '
  'entries and their opposites.';
select private.guard_table('public.receivable_entries', p_append_only => true, p_read => '{collections.read}', p_own => 'agent_id'),
  private.guard_ledger('public.receivable_entries');

create or replace function private.keep_receivable_positions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.receivable_positions as p (project_id, document_id, is_booking, customer_id, amount,
    cleared_amount, charged, opened_on, moved_on)
  select e.project_id, coalesce(e.booking_id, e.collection_id), e.booking_id is not null, e.customer_id, sum(e.amount),
    sum(e.cleared_amount), coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00), min(e.on_date), max(e.on_date)
  from posted e group by 1, 2, 3, 4 order by 1, 2, 4
  on conflict (project_id, document_id, customer_id) do update
  set amount = p.amount + excluded.amount, cleared_amount = p.cleared_amount + excluded.cleared_amount,
    charged = p.charged + excluded.charged, opened_on = least(p.opened_on, excluded.opened_on),
    moved_on = greatest(p.moved_on, excluded.moved_on);
  return null;
end $$;
comment on function private.keep_receivable_positions is 'Trigger: keeps the position of each document equal to the sum of its entries.';
create trigger keep_positions after insert on public.receivable_entries referencing new table as posted
  for each statement execute function private.keep_receivable_positions();

-- Each function compares what the documents say with what is posted, and posts the difference:
-- a correction then is an opposite entry and a new one, and a command that is repeated posts nothing.

create or replace function private.post_invoice(p_booking public.bookings) returns void
language plpgsql set search_path = '' as $$
begin
  if p_booking.date_invoiced is null and p_booking.booking_status <> 'active' then
    -- Of a booking that was archived without an invoice its newest credits are posted, each on its day, not before the archive. Older
    -- ones were taken off what the archive opened, which stays. Those of one command all have the same sign.
    insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, memo_id,
      due_date, amount, cleared_amount)
    with posted as (
      select coalesce(sum(e.amount), 0) as amount, min(e.on_date) as opened_on, max(e.due_date) as due_date from public.receivable_entries e
      where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.collection_id is null
    ), credits as (
      select k.*, p_booking.total - sum(k.amount) over () as owed, sum(k.amount) over (order by k.id desc) as newest
      from public.booking_credits k where k.project_id = p_booking.project_id and k.booking_id = p_booking.id
    ), missing as (
      select max(c.id) as since from credits c, posted p where p.amount <> c.owed and c.newest = p.amount - c.owed
    )
    select p_booking.project_id, x.on_date, x.kind, p_booking.customer_id, p_booking.agent_id, p_booking.id, c.memo_id, p.due_date,
      -sum(c.amount), -sum(c.amount)
    from credits c
    join missing m on c.id >= m.since
    cross join posted p
    cross join lateral (select greatest(c.on_date, p.opened_on) as on_date,
      case when c.kind = 'credit_memo' and num_nonnulls(c.line_id, c.vat_class) > 0 then 'allowance' else c.kind end as kind) x
    group by x.on_date, x.kind, c.memo_id, p.due_date having sum(c.amount) <> 0 order by x.on_date;
    return;
  end if;
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, memo_id,
    due_date, amount, cleared_amount)
  select p_booking.project_id, x.on_date, x.kind, p_booking.customer_id, p_booking.agent_id, p_booking.id, x.memo_id,
    x.due_date, sum(x.amount), sum(x.amount)
  from (
    select coalesce(p_booking.opening_date, p_booking.date_invoiced) as on_date,
      case when p_booking.is_debit_memo then 'debit_memo' when p_booking.is_opening then 'opening' else 'invoice' end as kind,
      (select m.id from public.memos m where p_booking.is_debit_memo and m.project_id = p_booking.project_id and m.booking_id = p_booking.id
          and m.kind = 'debit') as memo_id,
      p_booking.date_due as due_date, p_booking.total as amount
    where p_booking.date_invoiced is not null
    union all
    -- A credit before the invoice counts from the invoice on.
    select greatest(k.on_date, coalesce(p_booking.opening_date, p_booking.date_invoiced)),
      case when k.kind = 'credit_memo' and num_nonnulls(k.line_id, k.vat_class) > 0 then 'allowance' else k.kind end, k.memo_id,
      p_booking.date_due, -k.amount
    from public.booking_credits k
    where p_booking.date_invoiced is not null and k.project_id = p_booking.project_id and k.booking_id = p_booking.id
    union all
    select e.on_date, e.kind, e.memo_id, e.due_date, -e.amount
    from public.receivable_entries e
    where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.collection_id is null
  ) x
  group by x.on_date, x.kind, x.memo_id, x.due_date having sum(x.amount) <> 0 order by sum(x.amount) > 0, x.on_date;
end $$;
comment on function private.post_invoice is
  'Posts the invoice of a booking and its credits to the receivables ledger, as far as they are not posted: total on the invoice date, or '
  'the opening date of an invoice from before, each credit on its day. Without an invoice, only the credits of a booking that is archived.';

create or replace function private.post_archive(p_booking public.bookings, p_date date) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
  select p_booking.project_id, p_date, 'archived', p_booking.customer_id, p_booking.agent_id, p_booking.id, p_date, x.amount, x.amount
  from (select p_booking.total - p_booking.credited as amount) x where p_booking.date_invoiced is null and x.amount <> 0;
end $$;
comment on function private.post_archive is
  'Opens the receivable of a booking that is archived without an invoice, on the day of the archive, which also settles it.';

create or replace function private.post_cancelled_booking(p_booking public.bookings, p_date date) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, memo_id,
    due_date, amount, cleared_amount)
  select p_booking.project_id, p_date, 'cancelled', p_booking.customer_id, p_booking.agent_id, p_booking.id, e.memo_id, e.due_date,
    -sum(e.amount), -sum(e.cleared_amount)
  from public.receivable_entries e
  where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.collection_id is null
  group by e.memo_id, e.due_date having sum(e.amount) <> 0 or sum(e.cleared_amount) <> 0;
end $$;
comment on function private.post_cancelled_booking is
  'Posts the opposite of what a booking owes, dated p_date: of an invoice or a debit memo that is cancelled, or of an opening balance '
  'whose import is undone.';

create or replace function private.post_receipt(p_project uuid, p_collection uuid, p_kind text, p_date date) returns void
language plpgsql set search_path = '' as $$
declare c public.collections;
begin
  select * into c from public.collections r where r.project_id = p_project and r.id = p_collection;
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id,
    collection_id, amount, cleared_amount)
  select p_project, p_date, p_kind, c.customer_id,
    coalesce((select b.agent_id from public.bookings b where b.project_id = p_project and b.id = x.booking_id), c.agent_id), x.booking_id,
    p_collection, sum(x.amount), sum(x.cleared_amount)
  from (
    -- What it takes off each booking and, without booking, what is left of it; nothing unless it is approved.
    select d.booking_id, d.amount, case when c.collection_type <> 'cheque' or c.cheque_state = 'cleared' then d.amount else 0 end
      as cleared_amount
    from (
      select k.booking_id, k.amount
      from public.collection_allocations a cross join lateral (values (a.booking_id, -a.amount), (null, a.amount)) k (booking_id, amount)
      where a.project_id = p_project and a.collection_id = p_collection
      union all
      select null, c.reversed - c.amount) d
    where c.approval_status = 'approved'
    union all
    select e.booking_id, -e.amount, -e.cleared_amount from public.receivable_entries e
    where e.project_id = p_project and e.collection_id = p_collection) x
  group by x.booking_id having sum(x.amount) <> 0 or sum(x.cleared_amount) <> 0
  order by sum(x.amount);
end $$;
comment on function private.post_receipt is
  'Posts what changed of a receipt to the receivables ledger, dated p_date: approval, allocation, clearing, return, payment back, '
  'cancellation. p_kind names the command.';
