# The round trip through a client of openapi-generator.
require 'json'
require 'uri'
require 'commonhold'

address, email, password = ARGV
base = URI(address)
Commonhold.configure do |config|
  config.scheme = base.scheme
  config.host = "#{base.host}:#{base.port}"
  config.params_encoding = :multi
end
form = Commonhold::AuthenticationApi.new.sign_in(email, password)
Commonhold.configure { |config| config.access_token = form.access_token }
models = Commonhold::AssetModelsApi.new
assets = Commonhold::AssetsApi.new
issues = Commonhold::IssuesApi.new

model = models.create_asset_model(
  Commonhold::AssetModelCreate.new(
    name: "Model of Ruby #{Process.clock_gettime(Process::CLOCK_REALTIME, :nanosecond)}",
    tracking_type: 'countable',
    manufacturer: 'Lenovo'
  )
)
update = Commonhold::AssetModelUpdate.new(manufacturer: nil)
patched = models.update_asset_model(model.id, asset_model_update: update)
ids = (1..4).map do |at|
  assets.create_asset(Commonhold::AssetCreate.new(model_id: model.id, name: "Asset #{at}")).id
end

names = []
cursor = nil
loop do
  query = { id: ids.first(3), limit: 2, sort: ['name'] }
  query[:cursor] = cursor if cursor
  page, _status, headers = assets.list_assets_with_http_info(query)
  names.concat(page.map(&:name))
  following = headers['Link'].to_s[/<([^>]+)>; rel="next"/, 1]
  break unless following

  cursor = URI.decode_www_form(URI(following).query).to_h['cursor']
end

shown = assets.get_asset(ids[3], include: ['model'])
begin
  models.delete_asset_model(model.id)
rescue Commonhold::ApiError => e
  problem = Commonhold::Problem.build_from_hash(JSON.parse(e.response_body, symbolize_names: true))
end
issue = issues.create_issue(Commonhold::IssueCreate.new(title: 'Printer on floor 2 jams', issue_type: 'incident'))
move = issues.list_transitions_of_issue(issue.id).first
input = Commonhold::IssueTransitionInput.new(transition_id: move.id)
moved = issues.transition_issue(issue.id, issue_transition_input: input)

again = Commonhold::AssetModelCreate.new(name: "#{model.name} again", tracking_type: 'countable')
first, second = Array.new(2) { models.upsert_asset_model('sdk', 'ruby', again) }
items = [
  Commonhold::BulkAssetsCreate.new(
    op: 'create', body: Commonhold::AssetCreate.new(model_id: 'sdk:none', name: 'Asset 5')
  ),
  Commonhold::BulkAssetsUpdate.new(
    op: 'update', id: ids[3], body: Commonhold::AssetUpdate.new(notes: 'Counted')
  ),
  Commonhold::BulkAssetsUpsert.new(
    op: 'upsert', external_id: 'sdk:ruby', body: Commonhold::AssetCreate.new(model_id: model.id, name: 'Asset 6')
  )
]
bulk = assets.bulk_assets(Commonhold::BulkAssetsRequest.new(mode: 'each', items: items))

puts JSON.generate(
  manufacturer: patched.manufacturer,
  names: names,
  status: problem.status,
  code: problem.code,
  isMoved: moved.status == move.to_status.key,
  subtype: moved.details.subtype,
  isIncluded: shown.model.name == model.name,
  isSameRecord: first.id == second.id,
  bulk: {
    succeeded: bulk.succeeded,
    failed: bulk.failed,
    pointer: bulk.results[0].problem.errors[0].pointer
  },
  token_type: form.token_type
)
