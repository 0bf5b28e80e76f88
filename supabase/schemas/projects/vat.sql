-- VAT: the classes of goods, customers and expenses, and how VAT is computed. See docs/ledgers.md, VAT, and docs/decisions/0048.

create or replace function private.vat_in(p_amount numeric, p_percent numeric) returns numeric
language sql immutable
return p_amount - round(p_amount * 100 / (100 + coalesce(p_percent, 0)), 2);
comment on function private.vat_in is
  'Returns the VAT in an amount that includes it, to the centavo. Amount - VAT is the rounded net, so that both add up.';

-- Its body is resolved when it is created, so that the planner can put it into the query.
create or replace function private.with_vat(p_amount numeric, p_on_top numeric) returns numeric
language sql immutable
return case when p_on_top = 0 then p_amount else p_amount + round(p_amount * p_on_top / 100, 2) end;
comment on function private.with_vat is
  'Returns an amount with the VAT that comes on top of it, rounded to the centavo once; p_on_top 0: the amount includes it, or bears none.';

create or replace function private.vat_rate(p_class text, p_percent numeric) returns numeric
language sql immutable
return case when p_class = 'vatable' then p_percent else 0 end;
comment on function private.vat_rate is 'Returns the VAT percentage of a class: that of the project for vatable, else 0.';

create or replace function private.read_vat_class(p jsonb, p_key text, p_path text default '') returns text
language plpgsql immutable set search_path = '' as $$
begin
  return private.read_as(p, p_key, p_path, false, '', '^(vatable|exempt|zero_rated)$', 'VATable, VAT-exempt or zero-rated.');
end $$;
comment on function private.read_vat_class is 'Reads a VAT class; null when empty.';

create or replace function private.vat_class_of(p_customer text, p_product text) returns text
language sql immutable
return case when p_customer = 'vatable' then p_product else p_customer end;
comment on function private.vat_class_of is
  'Returns the VAT class of a sale: that of the customer when it is exempt or zero-rated, else that of the product.';

grant execute on function private.vat_in, private.with_vat, private.vat_rate to authenticated;
