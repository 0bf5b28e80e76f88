-- Disbursement vouchers and their lines. See docs/domain.md, Other documents.

create table public.vouchers (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  voucher_no int not null check (voucher_no > 0),
  payee_id uuid not null,
  -- Copied from master data when the voucher is written: a later correction there does not change it.
  pay_to text not null,
  pay_to_account_no text,
  general_description text,
  invoice_no text,
  category text,
  classification text,
  mode_of_payment text not null check (mode_of_payment in ('cash', 'cheque', 'bank_transfer')),
  bank_id uuid,
  cheque_bank text,
  cheque_account_no text,
  cheque_no text,
  cheque_date date,
  cheque_amount numeric(14,2),
  total numeric(14,2) not null check (total > 0),
  ewt_amount numeric(14,2) not null default 0 check (ewt_amount >= 0 and ewt_amount < total),
  net_amount numeric(14,2) not null generated always as (total - ewt_amount) stored,
  status text not null default 'pending' check (status in ('pending', 'printed', 'released', 'cancelled')),
  date_added date not null,
  date_printed date,
  who_printed uuid,
  copies int not null default 0 check (copies >= 0),
  edited_at timestamptz,
  edited_by uuid,
  approved_by uuid,
  approved_at timestamptz,
  date_released date,
  released_by uuid,
  releaser_name text,
  releaser_designation text,
  who_released uuid,
  released_at timestamptz,
  who_cancelled uuid,
  cancelled_at timestamptz,
  date_cancelled date,
  -- The day on which a cancelled voucher whose own day was closed counts below zero. Null = it counts on no day.
  opposite_on date check (opposite_on > date_added),
  cancel_reason text,
  -- Text in which the list is searched.
  search_key text not null
    generated always as (private.search_text(voucher_no::text || ' ' || pay_to || ' ' || coalesce(invoice_no, '') || ' '
    || coalesce(cheque_no, '') || ' ' || coalesce(general_description, ''))) stored,
  -- Total in hundredths, for sorting: under row-level security an index is
  -- not searched by a numeric, whose comparison may tell of other rows.
  total_key bigint not null generated always as (coalesce((nullif(total, 'NaN') * 100)::bigint, 0)) stored,
  like private.stamped including defaults,
  date_modified timestamptz not null generated always as (modified_at) stored,
  primary key (project_id, id),
  foreign key (project_id, payee_id) references public.payees,
  foreign key (project_id, bank_id) references public.banks,
  foreign key (project_id, released_by) references public.releasers,
  constraint vouchers_bank_check check ((mode_of_payment = 'cash') = (bank_id is null)),
  constraint vouchers_cheque_check check (
    case when mode_of_payment = 'cheque' then cheque_no is not null and cheque_date is not null and cheque_amount = total - ewt_amount
    else cheque_no is null and cheque_date is null and cheque_amount is null end),
  constraint vouchers_printed_check check ((copies > 0) = (date_printed is not null) and (status <> 'printed' or copies > 0)),
  constraint vouchers_released_check check (
    (status = 'released') = (date_released is not null and released_by is not null and releaser_name is not null
      and who_released is not null)),
  constraint vouchers_cancelled_check check (
    (status = 'cancelled') = (cancel_reason is not null and cancelled_at is not null and date_cancelled is not null)),
  constraint vouchers_approved_check check ((approved_by is null) = (approved_at is null))
);
create unique index vouchers_voucher_no_key on public.vouchers (project_id, voucher_no);
create unique index vouchers_cheque_key on public.vouchers (project_id, bank_id, cheque_no) where cheque_no is not null;
create index vouchers_list_idx on public.vouchers (project_id, date_added desc, id desc);
create index vouchers_pay_to_idx on public.vouchers (project_id, pay_to, id);
create index vouchers_total_idx on public.vouchers (project_id, total_key, id);
create index vouchers_status_idx on public.vouchers (project_id, status, date_added desc, id desc);
create index vouchers_payee_idx on public.vouchers (project_id, payee_id, date_added desc, id desc);
create index vouchers_category_idx on public.vouchers (project_id, lower(category)) where category is not null;
create index vouchers_classification_idx on public.vouchers (project_id, lower(classification)) where classification is not null;
create index vouchers_bank_idx on public.vouchers (project_id, bank_id);
create index vouchers_released_idx on public.vouchers (project_id, date_released) where status = 'released';
create index vouchers_releaser_idx on public.vouchers (project_id, released_by);
comment on table public.vouchers is
  'Disbursement vouchers: pending -> printed (copies counts the prints) -> released, or cancelled while not released. total = sum of its '
  'lines; net_amount = total less the tax withheld (ewt_amount), which is the amount paid. released_by: the releaser who handed it out; '
  'who_printed, who_released, who_cancelled: the users who did it, of prints the first one. Money in the project''s currency.';
select private.guard_table('public.vouchers', p_read => '{vouchers.read}');

create table public.voucher_lines (
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  voucher_id uuid not null,
  line_no int not null,
  description text not null,
  cost_center_id uuid,
  amount numeric(14,2) not null check (amount > 0),
  -- As on the invoice that is paid, frozen; null: it shows no VAT, or a purchase record has it.
  vat_class text check (vat_class in ('vatable', 'exempt', 'zero_rated')),
  vat_percent numeric(4,2) not null default 0 check (vat_percent >= 0),
  vat_amount numeric(14,2) not null generated always as (private.vat_in(amount, vat_percent)) stored,
  primary key (project_id, id),
  unique (project_id, voucher_id, line_no),
  foreign key (project_id, voucher_id) references public.vouchers,
  foreign key (project_id, cost_center_id) references public.cost_centers
);
create index voucher_lines_cost_center_idx on public.voucher_lines (project_id, cost_center_id);
comment on table public.voucher_lines is
  'Lines of vouchers: description, cost center and amount, which includes the input VAT (vat_amount).';
select private.guard_table('public.voucher_lines', p_audit => '{update,delete}', p_read => '{vouchers.read}');

-- The number, the amounts after the first print, and the state outside its lifecycle change by nobody. A void or stale cheque may be
-- replaced, also after the release.
create trigger append_only before delete on public.vouchers for each row
  execute function private.refuse_change('A printed voucher cannot be changed: cancel it and create another.');
create trigger keep_voucher before update on public.vouchers for each row
  when (new.voucher_no <> old.voucher_no
    or (new.status <> old.status and (old.status, new.status) not in (
      ('pending', 'printed'), ('pending', 'cancelled'), ('printed', 'released'), ('printed', 'cancelled')))
    or (old.status <> 'pending' and (new.payee_id, new.pay_to, new.pay_to_account_no, new.invoice_no, new.category, new.classification,
        new.mode_of_payment, new.bank_id, new.total, new.ewt_amount, new.date_added)
      is distinct from (old.payee_id, old.pay_to, old.pay_to_account_no, old.invoice_no, old.category, old.classification,
        old.mode_of_payment, old.bank_id, old.total, old.ewt_amount, old.date_added))
    or (old.status in ('released', 'cancelled')
      and (new.date_released, new.released_by, new.approved_by, new.date_cancelled, new.opposite_on, new.cancel_reason)
      is distinct from (old.date_released, old.released_by, old.approved_by, old.date_cancelled, old.opposite_on, old.cancel_reason))
    or (old.status = 'cancelled' and (new.cheque_no, new.cheque_date) is distinct from (old.cheque_no, old.cheque_date)))
  execute function private.refuse_change('A printed voucher cannot be changed: cancel it and create another.');
create trigger refuse_closed_release before update of date_released on public.vouchers for each row
  execute function private.refuse_closed_document('date_released', 'date_released', 'date');
-- Every edit of a pending voucher sets edited_at.
create trigger refuse_closed before insert or update of date_added, edited_at on public.vouchers for each row
  execute function private.refuse_closed_document('date_added edited_at', 'date_added', 'date_added', 'cancel it and create another');

create or replace function private.protect_voucher_lines() returns trigger
language plpgsql set search_path = '' as $$
declare v public.voucher_lines := case when tg_op = 'DELETE' then old else new end;
begin
  if (select o.status from public.vouchers o where o.project_id = v.project_id and o.id = v.voucher_id) <> 'pending' then
    raise exception using errcode = '42501', hint = 'append_only', message = 'The lines of a printed voucher cannot be changed.';
  end if;
  return v;
end $$;
comment on function private.protect_voucher_lines is 'Trigger: refuses changes of lines once their voucher is not pending.';
create trigger keep_voucher_lines before insert or update or delete on public.voucher_lines
  for each row execute function private.protect_voucher_lines();
