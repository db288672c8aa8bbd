# config/initializers/imgproxy.rb of Rails, with the gem "imgproxy". In a view:
#
#   <%= image_tag Imgproxy.url_for(shoe.url, width: 300, height: 200, resizing_type: :fill) %>
Imgproxy.configure do |config|
  config.endpoint = ENV.fetch("IMAGES_URL") # such as https://images.example.org/img
  config.key = ENV.fetch("IMAGES_KEY")
  config.salt = ENV.fetch("IMAGES_SALT")
end
