-- The chart of accounts of the journal: default codes and names, and those that a company chose. See docs/ledgers.md.

create table public.accounts (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  account text not null,
  code text not null check (code ~ '^[0-9A-Za-z][0-9A-Za-z .-]{0,19}$'),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  like private.stamped including defaults,
  primary key (project_id, id),
  constraint accounts_account_key unique (project_id, account)
);
comment on table public.accounts is
  'Codes and names of accounts that a company chose instead of the defaults (private.default_accounts). account is the key that postings '
  'use, which never changes.';
select private.guard_table('public.accounts', p_read => '{journal.read}');

create view private.default_accounts (account, code, name, type, part) with (security_invoker = true) as
  values
    ('office_cash', '1010', 'Cash on hand', 'asset', null),
    ('collector_cash', '1020', 'Unremitted cash', 'asset', 'Collector'),
    ('cheques_on_hand', '1030', 'Cheques on hand', 'asset', null),
    ('petty_cash', '1040', 'Petty cash', 'asset', null),
    ('bank', '1050', 'Cash in bank', 'asset', 'Bank account'),
    ('receivables', '1100', 'Accounts receivable', 'asset', null),
    ('unbilled', '1110', 'Unbilled receivables', 'asset', null),
    ('inventory', '1200', 'Inventory', 'asset', null),
    ('creditable_tax', '1300', 'Creditable withholding tax', 'asset', null),
    ('input_vat', '1310', 'Input VAT', 'asset', null),
    ('purchases_clearing', '2010', 'Purchases clearing', 'liability', null),
    ('vouchers_payable', '2020', 'Vouchers payable', 'liability', null),
    ('issued_cheques', '2030', 'Issued cheques outstanding', 'liability', 'Bank account'),
    ('withheld_tax', '2040', 'Withholding tax payable', 'liability', null),
    ('output_vat', '2050', 'Output VAT', 'liability', null),
    ('customer_deposits', '2060', 'Customers'' deposits', 'liability', null),
    ('receipts_clearing', '2070', 'Receipts to be approved', 'liability', null),
    ('opening_balances', '3010', 'Opening balances', 'equity', null),
    ('sales', '4010', 'Sales', 'income', null),
    ('sales_returns', '4020', 'Sales returns', 'income', null),
    ('allowances', '4030', 'Discounts and allowances', 'income', null),
    ('other_income', '4040', 'Other income', 'income', null),
    ('cost_of_sales', '5010', 'Cost of sales', 'expense', null),
    ('returned_goods', '5015', 'Goods returned without booking', 'expense', null),
    ('inventory_adjustments', '5020', 'Inventory adjustments', 'expense', null),
    ('stock_write_offs', '5030', 'Inventory written off', 'expense', null),
    ('purchase_variance', '5040', 'Purchase price variance', 'expense', null),
    ('expenses', '6000', 'Expenses', 'expense', 'Cost center'),
    ('cash_variance', '6910', 'Cash over and short', 'expense', null),
    ('paper_settlements', '6920', 'Archived receivables', 'expense', null),
    ('write_offs', '6930', 'Receivables written off', 'expense', null);
comment on view private.default_accounts is
  'The accounts that the journal posts to: key, default code and name, type (asset | liability | equity | income | expense). part: '
  'what the account is kept by, such as each bank account; null = nothing.';

create or replace function private.chart_of_accounts(p_project uuid)
returns table (account text, code text, name text, type text, part text, version int)
language plpgsql stable security definer set search_path = '' rows 30 as $$
begin
  perform private.authorize(p_project, 'journal.read');
  return query
  select d.account, coalesce(a.code, d.code), coalesce(a.name, d.name), d.type, d.part, coalesce(a.version, 0)
  from private.default_accounts d
  left join public.accounts a on a.project_id = p_project and a.account = d.account
  order by 2, 1;
end $$;
select private.expose('chart_of_accounts');
comment on function public.chart_of_accounts is
  'Returns the accounts of the journal by code, with the names of the project. version: 0 until the project chose a code or a name. '
  'Errors: 42501 without journal.read.';

create or replace function private.save_account(p_project uuid, p_account text, p_version int, p_values jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'accounts.write');
  v_code text := private.read_text(p_values, 'code', true, p_max => 20);
  v_name text := private.read_text(p_values, 'name', true, p_max => 80);
  v_taken text;
  v public.accounts;
begin
  if not exists (select from private.default_accounts d where d.account = p_account) then perform private.not_found(); end if;
  if v_code !~ '^[0-9A-Za-z][0-9A-Za-z .-]*$' then perform private.invalid('code', 'Use letters, digits, dots, dashes and spaces.'); end if;
  -- Codes are compared across the chart, so they are changed one after the other.
  perform private.lock_number(p_project, 'accounts', '');
  select c.name into v_taken from private.chart_of_accounts(p_project) c
  where c.account <> p_account and lower(c.code) = lower(v_code) limit 1;
  if v_taken is not null then
    perform private.refuse_duplicate('code', format('%s already has code %s.', v_taken, v_code));
  end if;
  select * into v from public.accounts a where a.project_id = p_project and a.account = p_account for no key update;
  perform private.check_version(coalesce(v.version, 0), p_version);
  insert into public.accounts (project_id, account, code, name) values (p_project, p_account, v_code, v_name)
  on conflict (project_id, account) do update set code = excluded.code, name = excluded.name
  returning * into v;
  return jsonb_build_object('account', v.account, 'version', v.version);
end $$;
select private.expose('save_account');
comment on function public.save_account is
  'Gives an account of the journal the code and name that the company uses. p_account: its key in chart_of_accounts; p_version: its '
  'version there, 0 for the first change; p_values: {code (unique in the chart), name}. Postings keep the account: earlier entries show '
  'the new code too. Errors: 42501, P0002, stale_version, 23505 code, 22023.';
