-- Texts as they are kept, and the keys by which they are searched, sorted and compared.

create or replace function private.clean_text(p_text text) returns text
language sql immutable
return case when p_text ~ '[^\x01-\x7f]' then normalize(regexp_replace(normalize(regexp_replace(regexp_replace(p_text,
    '[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]', ' ', 'g'),
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0'
    '\ufff0-\ufffb\U00013430-\U00013442\U00016fe4\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g'), nfc),
    -- Strokes over a letter, and parts of Korean letters that make none: many fonts show neither.
    '[\u0334-\u0338\u1100-\u11ff\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb\ua960-\ua97f\ud7b0-\ud7ff\U0001d167-\U0001d169]',
    '', 'g'), nfc)
  else p_text end;
comment on function private.clean_text is
  'Returns a text as it is kept: composed letters, plain spaces, and no letters that nobody sees, so that no two texts look alike.';

create or replace function private.clean_json(p_json jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare v_text text := p_json::text;
begin
  return case when v_text ~ '[^\x01-\x7f]' then private.clean_text(v_text)::jsonb else p_json end;
end $$;
comment on function private.clean_json is 'Returns JSON with its texts as private.clean_text keeps them.';
grant execute on function private.clean_text, private.clean_json to authenticated, service_role;

-- Stored columns and indexes depend on these keys: see docs/architecture.md, Migrations. The bodies are resolved when they are
-- created, so that they become a part of the query.
create or replace function private.search_text(p_text text) returns text
language sql immutable
return case when p_text ~ '[^\x01-\x7f]' then normalize(lower(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g')), nfc)
  else lower(p_text) end;
comment on function private.search_text is
  'Returns a text as searches compare it: in lower case and without accents, alike for composed and decomposed letters.';

create or replace function private.sort_key(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- A letter of its own, between N and O.
  return regexp_replace(private.search_text(regexp_replace(normalize(p_text, nfc), '[\u00f1\u00d1]', 'nzz', 'g')),
    '[^[:alnum:] ]', '', 'g');
end $$;
comment on function private.sort_key is
  'Returns the key by which a list of names is sorted and paged: without case, accents and punctuation, which an API filter would mistake '
  'for its own syntax. Names with Ñ follow those with N, in every collation.';

create or replace function private.supplier_key(p_text text) returns text
language sql immutable
return coalesce(nullif(regexp_replace(private.search_text(p_text), '^[[:punct:][:space:]]+|[[:punct:][:space:]]+$|\s+', '', 'g'), ''),
  btrim(p_text));
comment on function private.supplier_key is
  'Returns the key by which names of suppliers are the same: without case, accents, spaces, and punctuation at the ends.';
-- Generated columns run with the rights of whoever inserts.
grant execute on function private.search_text, private.sort_key, private.supplier_key to authenticated;

create or replace function private.paper_key(p_text text) returns text
language sql immutable
return regexp_replace(private.search_text(normalize(p_text, nfkc)),
  '[\x01-/:-@[-`{-\u00bf\u02b0-\u036f\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\ufeff]', '', 'g');
comment on function private.paper_key is
  'Returns the key by which the number of a paper is compared and searched: its letters and digits in lower case, without accents, spaces '
  'and punctuation.';

create or replace function private.has_no_letters(p_text text) returns boolean
language sql immutable
return regexp_replace(private.paper_key(p_text), '[\ue000-\uf8ff\ufffd\U0001f000-\U0001faff]', '', 'g') = '';
comment on function private.has_no_letters is
  'Tells whether the number of a paper is punctuation or symbols alone: all such numbers would be one.';

create or replace function private.letter_problem(p_text text) returns text
language sql immutable
return case when private.paper_key(p_text) ~ '[^0-9a-z\u00df\u00e6\u00f0\u00f8\u00fe\u0111\u0127\u0142\u014b\u0153\u0167]'
  then 'Use Latin letters and digits: others look like them.' end;
comment on function private.letter_problem is
  'Returns what is wrong with a number or code that has a letter or digit of another script than the Latin one, whose А or Ο nobody can '
  'tell from A or O. Null: nothing.';

create or replace function private.is_number_field(p_field text) returns boolean
language sql immutable
return p_field like '%\_no' or p_field = 'cheque_bank';
comment on function private.is_number_field is
  'Tells whether a field is read as the number of a paper. The bank of a cheque is a part of its number.';

create or replace function private.number_problem(p_text text, p_required boolean) returns text
language sql immutable
return case when p_text = '' then null
  when private.has_no_letters(p_text) then
    case when p_required then 'Enter at least one letter or digit.' else 'Enter a letter or digit, or leave this empty.' end
  else private.letter_problem(p_text) end;
comment on function private.number_problem is
  'Returns what is wrong with the number of a paper that has no letter and no digit, or some of another script. Null: nothing.';
-- Functions that read filters run with the rights of whoever asks.
grant execute on function private.has_no_letters, private.letter_problem, private.number_problem, private.is_number_field
  to authenticated;

create or replace function private.sha256_hex(p_text text) returns text
language sql immutable
return encode(sha256(convert_to(p_text, 'UTF8')), 'hex');
comment on function private.sha256_hex is 'Returns the SHA-256 of a text in UTF-8, in hexadecimal.';
grant execute on function private.sha256_hex to authenticated;
