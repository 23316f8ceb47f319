import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonhold.client.ApiClient;
import org.commonhold.client.ApiException;
import org.commonhold.client.ApiResponse;
import org.commonhold.client.api.AssetModelsApi;
import org.commonhold.client.api.AssetsApi;
import org.commonhold.client.api.AuthenticationApi;
import org.commonhold.client.api.IssuesApi;
import org.commonhold.client.model.*;

/** The round trip through a client of openapi-generator. */
public final class Main {
  private static final Pattern NEXT = Pattern.compile("<[^>]*[?&]cursor=([^&>]+)[^>]*>; rel=\"next\"");

  public static void main(String[] args) throws Exception {
    String email = args[1];
    String password = args[2];
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    AuthenticationApi authentication = new AuthenticationApi(client);
    Tokens tokens =
        authentication.createToken(
            AuthenticationApi.APICreateTokenRequest.newBuilder()
                .tokenRequest(new TokenRequest().email(email).password(password))
                .build());
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + tokens.getAccessToken()));
    AssetModelsApi models = new AssetModelsApi(client);
    AssetsApi assets = new AssetsApi(client);
    IssuesApi issues = new IssuesApi(client);

    AssetModel model =
        models.createAssetModel(
            AssetModelsApi.APICreateAssetModelRequest.newBuilder()
                .assetModelCreate(
                    new AssetModelCreate()
                        .name("Model of Java " + System.nanoTime())
                        .trackingType(TrackingType.COUNTABLE)
                        .manufacturer("Lenovo"))
                .build());
    AssetModel patched =
        models.updateAssetModel(
            AssetModelsApi.APIUpdateAssetModelRequest.newBuilder()
                .assetModelId(model.getId())
                .assetModelUpdate(new AssetModelUpdate().manufacturer(null))
                .build());
    List<String> ids = new ArrayList<>();
    for (int at = 1; at <= 4; at++) {
      Asset made = assets.createAsset(
          AssetsApi.APICreateAssetRequest.newBuilder()
              .assetCreate(new AssetCreate().modelId(model.getId()).name("Asset " + at))
              .build());
      ids.add(made.getId());
    }

    Asset shown =
        assets.getAsset(
            AssetsApi.APIGetAssetRequest.newBuilder()
                .assetId(ids.get(3))
                .include(List.of(AssetInclude.MODEL))
                .build());

    ApiException refused = null;
    try {
      models.deleteAssetModel(
          AssetModelsApi.APIDeleteAssetModelRequest.newBuilder().assetModelId(model.getId()).build());
    } catch (ApiException error) {
      refused = error;
    }
    Problem problem = ApiClient.createDefaultObjectMapper().readValue(refused.getResponseBody(), Problem.class);

    Issue issue =
        issues.createIssue(
            IssuesApi.APICreateIssueRequest.newBuilder()
                .issueCreate(new IssueCreate().title("Printer on floor 2 jams").issueType("incident"))
                .build());
    IssueTransition move =
        issues
            .listTransitionsOfIssue(
                IssuesApi.APIListTransitionsOfIssueRequest.newBuilder().issueId(issue.getId()).build())
            .get(0);
    Issue moved =
        issues.transitionIssue(
            IssuesApi.APITransitionIssueRequest.newBuilder()
                .issueId(issue.getId())
                .issueTransitionInput(new IssueTransitionInput().transitionId(move.getId()))
                .build());
    AssetModelCreate again =
        new AssetModelCreate().name(model.getName() + " again").trackingType(TrackingType.COUNTABLE);
    AssetModelsApi.APIUpsertAssetModelRequest upsert =
        AssetModelsApi.APIUpsertAssetModelRequest.newBuilder()
            .source("sdk")
            .externalId("java")
            .assetModelCreate(again)
            .build();
    AssetModel first = models.upsertAssetModel(upsert);
    AssetModel second = models.upsertAssetModel(upsert);
    BulkResult bulk =
        assets.bulkAssets(
            AssetsApi.APIBulkAssetsRequest.newBuilder().bulkAssetsRequest(changes(model, ids.get(3))).build());
    Tokens form =
        authentication.signIn(
            AuthenticationApi.APISignInRequest.newBuilder().username(email).password(password).build());

    Map<String, Object> written = new LinkedHashMap<>();
    written.put("manufacturer", patched.getManufacturer());
    written.put("names", names(assets, ids.subList(0, 3)));
    written.put("status", problem.getStatus());
    written.put("code", problem.getCode());
    written.put("isMoved", moved.getStatus().equals(move.getToStatus().getKey()));
    written.put("subtype", moved.getDetails().getIncidentDetails().getSubtype().getValue());
    written.put("isIncluded", shown.getModel().getName().equals(model.getName()));
    written.put("isSameRecord", first.getId().equals(second.getId()));
    written.put(
        "bulk",
        Map.of(
            "succeeded", bulk.getSucceeded(),
            "failed", bulk.getFailed(),
            "pointer", bulk.getResults().get(0).getProblem().getErrors().get(0).getPointer()));
    written.put("token_type", form.getTokenType().getValue());
    System.out.println(new ObjectMapper().writeValueAsString(written));
  }

  /** A create with a model that does not exist, an update, and an upsert. */
  private static BulkAssetsRequest changes(AssetModel model, String assetId) {
    return new BulkAssetsRequest()
        .mode(BulkMode.EACH)
        .addItemsItem(
            new BulkAssetsItem(
                new BulkAssetsCreate()
                    .op(BulkAssetsCreate.OpEnum.CREATE)
                    .body(new AssetCreate().modelId("sdk:none").name("Asset 5"))))
        .addItemsItem(
            new BulkAssetsItem(
                new BulkAssetsUpdate()
                    .op(BulkAssetsUpdate.OpEnum.UPDATE)
                    .id(assetId)
                    .body(new AssetUpdate().notes("Counted"))))
        .addItemsItem(
            new BulkAssetsItem(
                new BulkAssetsUpsert()
                    .op(BulkAssetsUpsert.OpEnum.UPSERT)
                    .externalId("sdk:java")
                    .body(new AssetCreate().modelId(model.getId()).name("Asset 6"))));
  }

  /** The names of the assets with these ids, page after page. */
  private static List<String> names(AssetsApi assets, List<String> ids) throws ApiException {
    List<String> names = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      ApiResponse<List<Asset>> page =
          assets.listAssetsWithHttpInfo(
              AssetsApi.APIListAssetsRequest.newBuilder()
                  .id(ids)
                  .limit(2)
                  .sort(List.of(AssetsSort.NAME))
                  .cursor(cursor.orElse(null))
                  .build());
      page.getData().forEach(asset -> names.add(asset.getName()));
      cursor = nextCursor(page);
    } while (cursor.isPresent());
    return names;
  }

  private static Optional<String> nextCursor(ApiResponse<?> page) {
    String links = String.join(", ", page.getHeaders().getOrDefault("link", List.of()));
    Matcher next = NEXT.matcher(links);
    return next.find() ? Optional.of(URLDecoder.decode(next.group(1), StandardCharsets.UTF_8)) : Optional.empty();
  }
}
