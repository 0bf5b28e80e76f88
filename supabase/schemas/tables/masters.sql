-- Master data of treasury and expenses: payees, banks, releasers, cost centers. Rows are written directly under policies.

create table public.banks (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  bank text not null check (btrim(bank) <> '' and length(bank) <= 100),
  account_no text not null check (btrim(account_no) <> '' and length(account_no) <= 40),
  status text not null default 'active' check (status in ('active', 'inactive')),
  sort_key text not null generated always as (private.sort_key(bank || ' ' || account_no)) stored,
  like private.stamped including defaults,
  primary key (project_id, id)
);
create unique index banks_account_no_key on public.banks (project_id, lower(bank), account_no);
create index banks_list_idx on public.banks (project_id, sort_key, id);
comment on table public.banks is
  'The company''s own bank accounts: where cheques are deposited and from which they are drawn. One row an account.';

create table public.payees (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  fname text not null check (btrim(fname) <> '' and length(fname) <= 200),
  account_no text check (length(account_no) <= 40),
  -- The users who entered or changed name or account number, and who confirmed it: expenses/payee_accounts.sql.
  account_set_by uuid,
  account_set_at timestamptz,
  account_confirmed_by uuid,
  account_confirmed_at timestamptz,
  status text not null default 'active' check (status in ('active', 'inactive')),
  sort_key text not null generated always as (private.sort_key(fname)) stored,
  like private.stamped including defaults,
  primary key (project_id, id)
);
create unique index payees_fname_key on public.payees (project_id, lower(fname), coalesce(account_no, ''));
create index payees_list_idx on public.payees (project_id, sort_key, id);
comment on table public.payees is
  'Payees of vouchers, with the account number that is printed on them. A name may occur with several accounts. account_confirmed_at: when '
  'somebody else than account_set_by confirmed the account (confirm_payee_account); null = not confirmed.';

create table public.releasers (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  fname text not null check (btrim(fname) <> '' and length(fname) <= 100),
  mname text check (length(mname) <= 100),
  lname text not null check (btrim(lname) <> '' and length(lname) <= 100),
  designation text check (length(designation) <= 100),
  status text not null default 'active' check (status in ('active', 'inactive')),
  sort_key text not null generated always as (private.sort_key(lname || ' ' || fname)) stored,
  like private.stamped including defaults,
  primary key (project_id, id)
);
create unique index releasers_lname_key on public.releasers (project_id, lower(fname), lower(coalesce(mname, '')), lower(lname));
create index releasers_list_idx on public.releasers (project_id, sort_key, id);
comment on table public.releasers is 'Users and staff who release vouchers and sign for it: name and designation.';

create table public.cost_centers (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  cost_center text not null check (btrim(cost_center) <> '' and length(cost_center) <= 100),
  account_number text check (length(account_number) <= 40),
  monthly_budget numeric(14,2) check (monthly_budget >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  sort_key text not null generated always as (private.sort_key(cost_center)) stored,
  like private.stamped including defaults,
  primary key (project_id, id)
);
create unique index cost_centers_cost_center_key on public.cost_centers (project_id, lower(cost_center));
create index cost_centers_list_idx on public.cost_centers (project_id, sort_key, id);
comment on table public.cost_centers is 'Cost centers to which expenses are charged, with account number and monthly budget (null = none).';

-- Users of treasury or vouchers read the four tables, users with masters.write write them, nobody deletes.
select private.guard_table('public.banks', p_read => '{treasury.read,vouchers.read}', p_write => '{masters.write}');
grant insert (project_id, id, bank, account_no), update (bank, account_no, status) on public.banks to authenticated;
select private.guard_table('public.payees', p_read => '{treasury.read,vouchers.read}', p_write => '{masters.write}');
grant insert (project_id, id, fname, account_no), update (fname, account_no, status) on public.payees to authenticated;
select private.guard_table('public.releasers', p_read => '{treasury.read,vouchers.read}', p_write => '{masters.write}');
grant insert (project_id, id, fname, mname, lname, designation),
  update (fname, mname, lname, designation, status) on public.releasers to authenticated;
select private.guard_table('public.cost_centers', p_read => '{treasury.read,vouchers.read}', p_write => '{masters.write}');
grant insert (project_id, id, cost_center, account_number, monthly_budget),
  update (cost_center, account_number, monthly_budget, status) on public.cost_centers to authenticated;

-- Bank account that received a transfer
alter table public.collections add foreign key (project_id, bank_id) references public.banks;
create index collections_bank_idx on public.collections (project_id, bank_id, date_collected) where bank_id is not null;

create or replace function private.receiving_bank(p_project uuid, p_bank uuid, p_may_be_open boolean, p_field text default 'bank_id')
returns uuid
language plpgsql stable set search_path = '' as $$
declare v_banks uuid[] := array(select k.id from public.banks k where k.project_id = p_project and k.status = 'active');
begin
  if p_bank = any (v_banks) then return p_bank; end if;
  if p_bank is null and cardinality(v_banks) = 1 then return v_banks[1]; end if;
  if p_bank is null and p_may_be_open then return null; end if;
  perform private.invalid(p_field,
    case when cardinality(v_banks) = 0 then 'Enter the company''s bank account first.' else 'Choose the receiving account.' end);
  return null;
end $$;
comment on function private.receiving_bank is
  'Returns the active account that received a transfer: the one that is named, or the only one. p_may_be_open: field users, who see no '
  'accounts, may leave it to finance.';
